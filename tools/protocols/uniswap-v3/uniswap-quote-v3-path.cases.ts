import { between, defineCases, kept } from '../../core/cases.ts'

const PATH = { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3000, 500] }

/** Cases of `uniswap_quote_v3_path`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PATH, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PATH, feeTiers: [500], amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WBTC', 'USDC'], feeTiers: [500], amountBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    // A pool on the way runs dry.
    {
      params: {
        tokens: ['USDC', 'WETH', 'NOPRICE'],
        feeTiers: [500, 3000],
        amountBaseUnits: '90000000000000',
      },
      code: 'QUOTE_FAILED',
    },
  ],
  serves: [
    {
      params: { ...PATH, amountBaseUnits: '10000000' },
      roundTrips: 1,
      expect: { amountInBaseUnits: '10000000', price: between('59000', '60000') },
    },
    {
      name: 'the other direction',
      before: [
        { tool: 'uniswap_quote_v3_path', params: { ...PATH, amountBaseUnits: '10000000' }, keep: 'sold' },
      ],
      params: { ...PATH, exact: 'output', amountBaseUnits: kept('sold.amountOutBaseUnits') },
      roundTrips: 1,
      expect: { amountInBaseUnits: between('9999999', '10000001') },
    },
  ],
})
