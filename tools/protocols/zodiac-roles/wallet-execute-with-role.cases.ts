import { at, balanceOf, defineCases, not } from '../../core/cases.ts'
import { allowanceShows, CONFIGURED, FUNDED, MODIFIER, PAY_USDC, refused, served } from './role-cases.ts'

const PULL = { ...PAY_USDC, amountBaseUnits: '200000000' }

/** Cases of `wallet_execute_with_role`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PULL, amountBaseUnits: '-1' }, code: 'INVALID_PARAMS' },
    { params: { ...PULL, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PULL, token: 'NONE' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...PULL, modifier: at('stranger') }, code: 'NOT_A_ROLES_MODIFIER' },
    { params: PULL, code: 'ROLE_ALLOWANCE_EXCEEDED' },
    refused({
      before: [...CONFIGURED, FUNDED],
      params: { ...PULL, amountBaseUnits: '300000001' },
      code: 'ROLE_ALLOWANCE_EXCEEDED',
    }),
    refused({
      before: [...CONFIGURED, FUNDED],
      params: { ...PULL, role: 'other' },
      code: 'ROLE_ALLOWANCE_EXCEEDED',
    }),
  ],
  serves: [
    served({
      before: [...CONFIGURED, FUNDED],
      params: PULL,
      plan: {
        route: 'op',
        'calls.length': 1,
        'calls.0.to': MODIFIER,
        'expectation.assets.length': 1,
        'expectation.assets.0.token': at('USDC'),
        'expectation.assets.0.account': at('account'),
        'expectation.assets.0.deltaBaseUnits': '200000000',
      },
      expect: {
        modifier: MODIFIER,
        token: at('USDC'),
        receivedBaseUnits: '200000000',
        allowanceLeftBaseUnits: allowanceShows(3),
      },
      after: [
        { chain: balanceOf('USDC', 'approver'), expect: { '': '800000000' } },
        { chain: allowanceShows(3), expect: { '': '100000000' } },
        { tool: 'wallet_execute_with_role', params: PULL, code: 'ROLE_ALLOWANCE_EXCEEDED' },
        {
          tool: 'wallet_get_role_permissions',
          params: { modifier: MODIFIER },
          expect: {
            'allowances.0.balanceBaseUnits': '100000000',
            'allowances.0.nextRefillSeconds': not(null),
          },
        },
      ],
    }),
  ],
})
