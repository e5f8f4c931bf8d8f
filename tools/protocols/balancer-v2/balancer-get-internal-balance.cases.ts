import { at, callData, defineCases } from '../../core/cases.ts'

const MANAGE =
  'function manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops)'

/** Cases of `balancer_get_internal_balance`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: [] }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['NOTHING'] }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    { name: 'nothing', params: {}, roundTrips: 1, expect: { account: at('account'), 'balances.length': 0 } },
    {
      name: 'what somebody put there',
      before: [
        {
          send: {
            from: 'trader',
            to: at('balancer-v2.vault'),
            data: callData(MANAGE, [[[0, at('USDC'), '5000000', at('trader'), at('trader')]]]),
          },
        },
      ],
      params: { account: at('trader') },
      expect: {
        'balances.length': 1,
        'balances.0.token': at('USDC'),
        'balances.0.amountBaseUnits': '5000000',
      },
    },
    {
      name: 'a token by name',
      params: { tokens: ['DAI'] },
      expect: { 'balances.length': 1, 'balances.0.amountBaseUnits': '0' },
    },
  ],
})
