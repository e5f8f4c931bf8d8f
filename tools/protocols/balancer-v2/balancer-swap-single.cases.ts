import { at, defineCases, kept } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

const PAIR = { tokenIn: 'WETH', tokenOut: 'DAI' }
const TENTH = '100000000000000000'

/** Cases of `balancer_swap_single`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: PAIR, code: 'INVALID_PARAMS' },
    { params: { ...PAIR, amountInBaseUnits: '1', amountOutBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    // A limit of the side that is fixed.
    {
      params: { ...PAIR, amountInBaseUnits: TENTH, amountInMaximumBaseUnits: TENTH },
      code: 'INVALID_PARAMS',
    },
    { params: { ...PAIR, tokenOut: 'ETH', amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { ...PAIR, tokenOut: 'USDX', amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    // No pool that is known holds both, nobody made it, it holds neither, and it does not hold so much.
    { params: { ...PAIR, tokenOut: 'USDC', amountInBaseUnits: TENTH }, code: 'QUOTE_FAILED' },
    { params: { ...PAIR, poolId: NOWHERE, amountInBaseUnits: TENTH }, code: 'QUOTE_FAILED' },
    { params: { ...PAIR, poolId: STABLE, amountInBaseUnits: TENTH }, code: 'QUOTE_FAILED' },
    { params: { ...PAIR, amountOutBaseUnits: `900000${'0'.repeat(18)}` }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'an exact input, as it is quoted',
      before: [
        {
          tool: 'balancer_quote_swap',
          params: { tokens: ['WETH', 'DAI'], amountInBaseUnits: TENTH },
          keep: 'quote',
        },
      ],
      params: { ...PAIR, amountInBaseUnits: TENTH },
      roundTrips: 1,
      plan: { 'calls.length': 2, 'expectation.toleranceBps': 50 },
      expect: {
        tokenIn: at('WETH'),
        tokenOut: at('DAI'),
        amountInBaseUnits: TENTH,
        amountOutBaseUnits: kept('quote.amountOutBaseUnits'),
      },
    },
    {
      name: 'an exact output, and no allowance is left',
      before: [
        {
          tool: 'balancer_quote_swap',
          params: {
            tokens: ['WETH', 'DAI'],
            poolIds: [WEIGHTED],
            amountOutBaseUnits: `300${'0'.repeat(18)}`,
          },
          keep: 'quote',
        },
      ],
      params: { ...PAIR, poolId: WEIGHTED, amountOutBaseUnits: `300${'0'.repeat(18)}` },
      plan: { 'calls.length': 3 },
      expect: {
        amountInBaseUnits: kept('quote.amountInBaseUnits'),
        amountOutBaseUnits: `300${'0'.repeat(18)}`,
      },
    },
    {
      name: 'without slippage: others may make it cheaper, which leaves an allowance as well',
      params: { ...PAIR, poolId: WEIGHTED, amountOutBaseUnits: `300${'0'.repeat(18)}`, slippageBps: 0 },
      plan: { 'calls.length': 3 },
    },
    {
      name: 'with a least amount',
      params: {
        tokenIn: 'USDC',
        tokenOut: 'DAI',
        amountInBaseUnits: '100000000',
        amountOutMinimumBaseUnits: `99${'0'.repeat(18)}`,
      },
    },
    {
      name: 'with a most amount',
      params: {
        tokenIn: 'USDC',
        tokenOut: 'USDT',
        poolId: STABLE,
        amountOutBaseUnits: '100000000',
        amountInMaximumBaseUnits: '101000000',
      },
      plan: { 'calls.length': 3 },
      expect: { amountOutBaseUnits: '100000000' },
    },
  ],
})
