import { at, between, defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }

/** Cases of `uniswap_get_quote`. */
export const CASES = defineCases({
  refuses: [
    { params: PAIR, code: 'INVALID_PARAMS' },
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, tokenOut: 'usdc', amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { ...PAIR, tokenOut: 'USDX', amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...PAIR, feeTier: 10000, amountInBaseUnits: '1' }, code: 'POOL_NOT_FOUND' },
    { params: { tokenIn: 'WBTC', tokenOut: at('NOPRICE'), amountInBaseUnits: '1' }, code: 'POOL_NOT_FOUND' },
    { params: { ...PAIR, amountOutBaseUnits: (10n ** 26n).toString() }, code: 'QUOTE_FAILED' },
    // The pool runs dry.
    {
      params: { tokenIn: 'WETH', tokenOut: 'NOPRICE', amountInBaseUnits: (10n ** 24n).toString() },
      code: 'QUOTE_FAILED',
    },
  ],
  serves: [
    {
      params: { ...PAIR, amountInBaseUnits: '3000000000' },
      roundTrips: 1,
      expect: {
        feeTier: 500,
        amountOutBaseUnits: between('999400000000000000', '999600000000000000'),
        priceImpactBps: between(0, 2),
      },
    },
    {
      name: 'the cost of an output',
      before: [
        { tool: 'uniswap_get_quote', params: { ...PAIR, amountInBaseUnits: '3000000000' }, keep: 'sold' },
      ],
      params: { ...PAIR, amountOutBaseUnits: kept('sold.amountOutBaseUnits') },
      roundTrips: 1,
      expect: { amountInBaseUnits: between('2999999999', '3000000001') },
    },
  ],
})
