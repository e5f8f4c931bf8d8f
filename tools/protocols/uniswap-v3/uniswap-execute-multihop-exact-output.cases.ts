import { defineCases, kept } from '../../core/cases.ts'

const PATH = { tokens: ['USDC', 'WETH', 'WBTC'], feeTiers: [500, 3000] }

/** Cases of `uniswap_execute_multihop_exact_output`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['USDC', 'WBTC'], feeTiers: [500], amountOutBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: { ...PATH, amountOutBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PATH, feeTiers: [500], amountOutBaseUnits: '1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_quote_v3_path',
          params: { ...PATH, amountBaseUnits: '10000000', exact: 'output' },
          keep: 'quote',
        },
      ],
      params: { ...PATH, amountOutBaseUnits: '10000000' },
      roundTrips: 1,
      expect: { amountOutBaseUnits: '10000000', amountInBaseUnits: kept('quote.amountInBaseUnits') },
    },
    {
      name: 'a quote is taken as it is',
      before: [
        {
          tool: 'uniswap_quote_v3_path',
          params: { ...PATH, amountBaseUnits: '10000000', exact: 'output' },
          keep: 'quote',
        },
      ],
      params: {
        ...PATH,
        amountOutBaseUnits: '10000000',
        quotedAmountInBaseUnits: kept('quote.amountInBaseUnits'),
        slippageBps: 10,
      },
      roundTrips: 0,
      plan: { 'expectation.toleranceBps': 10, 'calls.length': 3 },
    },
  ],
})
