import { at, defineCases } from '../../core/cases.ts'
import { CONFIGURED, MODIFIER, refused, served, TOLD } from './role-cases.ts'

const PARAMS = { modifier: MODIFIER, role: 'pay', member: at('operator') }

/** Cases of `wallet_revoke_role_member`. */
export const CASES = defineCases({
  refuses: [
    refused({ params: { ...PARAMS, member: 'operator' }, code: 'INVALID_PARAMS' }),
    refused({ params: PARAMS, code: 'NOT_A_ROLES_MODIFIER' }),
  ],
  serves: [
    served({
      before: CONFIGURED,
      params: PARAMS,
      expect: { ...TOLD, membersRemoved: [{ role: 'pay', member: at('operator') }] },
      after: [
        {
          tool: 'wallet_get_role_permissions',
          params: { modifier: MODIFIER },
          expect: { 'roles.0.name': 'pay', 'roles.0.members': [] },
        },
      ],
    }),
  ],
})
