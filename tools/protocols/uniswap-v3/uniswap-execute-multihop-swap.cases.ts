import { defineCases, kept } from '../../core/cases.ts'

const PATH = { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3000, 500] }

/** Cases of `uniswap_execute_multihop_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['WBTC', 'USDC'], feeTiers: [500], amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: { ...PATH, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PATH, feeTiers: [500], amountInBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WBTC', 'DAI'], amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: { tokens: ['WBTC', 'USDC', 'WBTC'], amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      before: [
        { tool: 'uniswap_quote_v3_path', params: { ...PATH, amountBaseUnits: '10000000' }, keep: 'quote' },
      ],
      params: { ...PATH, amountInBaseUnits: '10000000' },
      expect: { amountOutBaseUnits: kept('quote.amountOutBaseUnits') },
    },
    {
      name: 'the SDK finds the route, the chain quotes it',
      before: [
        { tool: 'uniswap_quote_v3_path', params: { ...PATH, amountBaseUnits: '10000000' }, keep: 'quote' },
      ],
      params: { tokens: PATH.tokens, amountInBaseUnits: '10000000' },
      expect: { amountOutBaseUnits: kept('quote.amountOutBaseUnits') },
    },
  ],
})
