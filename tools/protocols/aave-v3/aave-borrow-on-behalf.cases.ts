import { at, callData, defineCases, sum } from '../../core/cases.ts'
import { heldBy, supplyAs, tokenOf } from './past-steps.ts'

const CREDIT = {
  send: {
    from: 'trader',
    to: tokenOf('USDC', 'variableDebtTokenAddress'),
    data: callData('function approveDelegation(address, uint256)', [at('account'), '7000000000']),
  },
} as const

/** Cases of `aave_borrow_on_behalf`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { token: 'USDC', amountBaseUnits: '1', delegator: at('trader') },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    { params: { token: 'USDC', amountBaseUnits: '1', delegator: at('account') }, code: 'INVALID_PARAMS' },
    {
      before: [CREDIT],
      params: { token: 'USDC', amountBaseUnits: '7000000001', delegator: at('trader') },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      name: "the debt is another's",
      before: [...supplyAs('trader', 'WETH', '10000000000000000000'), CREDIT],
      params: { token: 'USDC', amountBaseUnits: '5000000000', delegator: at('trader') },
      roundTrips: 2,
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '5000000000',
        positions: [],
      },
      after: [
        { tool: 'aave_get_user_reserves', expect: { reserves: [] } },
        {
          tool: 'aave_get_borrow_allowance',
          params: { token: 'USDC', delegator: at('trader') },
          expect: { allowanceBaseUnits: '2000000000' },
        },
        {
          tool: 'aave_get_user_reserves',
          params: { account: at('trader') },
          expect: {
            'reserves.1.borrowed.baseUnits': sum(heldBy('trader', 'USDC', 'debt')),
          },
        },
      ],
    },
  ],
})
