import { defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'WETH', tokenOut: 'USDT' }

/** Cases of `uniswap_swap_v2_exact_output`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountOutBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, tokenOut: 'DAI', amountOutBaseUnits: '1' }, code: 'PAIR_NOT_FOUND' },
    // More than the pair holds.
    { params: { ...PAIR, amountOutBaseUnits: '900000000000000' }, code: 'QUOTE_FAILED' },
    { params: { ...PAIR, tokenIn: 'USDT', amountOutBaseUnits: '1' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      name: 'as it is quoted, and no allowance is left',
      before: [
        {
          tool: 'uniswap_quote_v2_path',
          params: { tokens: ['WETH', 'USDT'], amountBaseUnits: '3000000000', exact: 'output' },
          keep: 'quote',
        },
      ],
      params: { ...PAIR, amountOutBaseUnits: '3000000000' },
      roundTrips: 1,
      plan: { 'calls.length': 3 },
      expect: { amountInBaseUnits: kept('quote.amountInBaseUnits'), amountOutBaseUnits: '3000000000' },
    },
    {
      name: 'without slippage: others may make it cheaper, which leaves an allowance as well',
      params: { ...PAIR, amountOutBaseUnits: '3000000000', slippageBps: 0 },
      plan: { 'calls.length': 3 },
    },
    {
      name: 'with a most amount',
      params: { ...PAIR, amountOutBaseUnits: '3000000000', amountInMaximumBaseUnits: '1010000000000000000' },
      expect: { amountOutBaseUnits: '3000000000' },
    },
  ],
})
