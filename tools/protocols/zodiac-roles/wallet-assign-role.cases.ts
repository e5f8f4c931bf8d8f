import { at, defineCases } from '../../core/cases.ts'
import { ENABLED, MODIFIER, refused, served, TOLD } from './role-cases.ts'

const PARAMS = { modifier: MODIFIER, role: 'pay', member: at('operator') }

/** Cases of `wallet_assign_role`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { ...PARAMS, role: '' }, code: 'INVALID_PARAMS' }),
    refused({ params: PARAMS, code: 'NOT_A_ROLES_MODIFIER' }),
    refused({
      before: [ENABLED],
      params: { ...PARAMS, member: at('stranger') },
      code: 'ROLE_MEMBER_REFUSED',
    }),
  ],
  serves: [
    served({
      before: [ENABLED],
      params: PARAMS,
      plan: { route: 'account', 'calls.0.to': MODIFIER },
      expect: { ...TOLD, membersAdded: [{ role: 'pay', member: at('operator') }] },
      after: [
        {
          tool: 'wallet_get_role_permissions',
          params: { modifier: MODIFIER },
          expect: { 'roles.0.members': [at('operator')] },
        },
      ],
    }),
  ],
})
