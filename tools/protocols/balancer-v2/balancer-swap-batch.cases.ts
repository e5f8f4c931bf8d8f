import { at, defineCases, kept } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

const THERE = { tokens: ['WETH', 'DAI', 'USDC'] }
const TENTH = '100000000000000000'

/** Cases of `balancer_swap_batch`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...THERE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: THERE, code: 'INVALID_PARAMS' },
    { params: { ...THERE, poolIds: [WEIGHTED], amountInBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    {
      params: { ...THERE, amountOutBaseUnits: '1000000', amountOutMinimumBaseUnits: '1' },
      code: 'INVALID_PARAMS',
    },
    { params: { tokens: ['WETH', 'DAI', 'ETH'], amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { tokens: ['WETH', 'USDX', 'DAI'], amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    { params: { tokens: ['WETH', 'USDC', 'DAI'], amountInBaseUnits: TENTH }, code: 'QUOTE_FAILED' },
    { params: { ...THERE, poolIds: [WEIGHTED, NOWHERE], amountInBaseUnits: TENTH }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'an exact input along two pools, as it is quoted',
      before: [
        { tool: 'balancer_quote_swap', params: { ...THERE, amountInBaseUnits: TENTH }, keep: 'quote' },
      ],
      params: { ...THERE, amountInBaseUnits: TENTH },
      roundTrips: 1,
      plan: { 'calls.length': 2 },
      expect: {
        tokenIn: at('WETH'),
        tokenOut: at('USDC'),
        amountInBaseUnits: TENTH,
        amountOutBaseUnits: kept('quote.amountOutBaseUnits'),
      },
    },
    {
      name: 'an exact output along two pools, and no allowance is left',
      before: [
        {
          tool: 'balancer_quote_swap',
          params: { tokens: ['USDC', 'DAI', 'WETH'], amountOutBaseUnits: TENTH },
          keep: 'quote',
        },
      ],
      params: { tokens: ['USDC', 'DAI', 'WETH'], poolIds: [STABLE, WEIGHTED], amountOutBaseUnits: TENTH },
      plan: { 'calls.length': 3 },
      expect: { amountInBaseUnits: kept('quote.amountInBaseUnits'), amountOutBaseUnits: TENTH },
    },
    {
      name: 'one pool is a path as well',
      params: {
        tokens: ['USDC', 'USDT'],
        amountInBaseUnits: '100000000',
        amountOutMinimumBaseUnits: '99000000',
      },
    },
  ],
})
