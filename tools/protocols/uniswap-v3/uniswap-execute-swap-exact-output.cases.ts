import { defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }

/** Cases of `uniswap_execute_swap_exact_output`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { ...PAIR, amountOutBaseUnits: '1', feeTier: 500, quotedAmountInBaseUnits: '0' },
      code: 'ZERO_AMOUNT',
    },
    { params: { ...PAIR, amountOutBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'no allowance is left',
      params: { ...PAIR, amountOutBaseUnits: '1000000000000000000' },
      roundTrips: 1,
      plan: { 'calls.length': 3 },
      expect: { amountOutBaseUnits: '1000000000000000000' },
    },
    {
      name: 'a quote is taken as it is',
      before: [
        {
          tool: 'uniswap_get_quote',
          params: { ...PAIR, amountOutBaseUnits: '1000000000000000000' },
          keep: 'quote',
        },
      ],
      params: {
        ...PAIR,
        amountOutBaseUnits: '1000000000000000000',
        feeTier: kept('quote.feeTier'),
        quotedAmountInBaseUnits: kept('quote.amountInBaseUnits'),
      },
      roundTrips: 0,
      expect: { amountInBaseUnits: kept('quote.amountInBaseUnits') },
    },
  ],
})
