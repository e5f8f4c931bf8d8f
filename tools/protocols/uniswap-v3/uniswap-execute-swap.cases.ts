import { defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }

/** Cases of `uniswap_execute_swap`. */
export const CASES = defineCases({
  refuses: [
    // A quote of nothing would set no limit.
    {
      params: { ...PAIR, amountInBaseUnits: '1', feeTier: 500, quotedAmountOutBaseUnits: '0' },
      code: 'ZERO_AMOUNT',
    },
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, amountInBaseUnits: '1', feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a quote is taken as it is',
      before: [
        { tool: 'uniswap_get_quote', params: { ...PAIR, amountInBaseUnits: '3000000000' }, keep: 'quote' },
      ],
      params: {
        ...PAIR,
        amountInBaseUnits: '3000000000',
        feeTier: kept('quote.feeTier'),
        quotedAmountOutBaseUnits: kept('quote.amountOutBaseUnits'),
      },
      roundTrips: 0,
      plan: { 'expectation.toleranceBps': 50 },
      expect: { amountInBaseUnits: '3000000000', amountOutBaseUnits: kept('quote.amountOutBaseUnits') },
    },
    {
      name: 'without a quote',
      params: { ...PAIR, amountInBaseUnits: '1000000', slippageBps: 10 },
      roundTrips: 1,
    },
    {
      name: 'native coin, with a least amount',
      params: {
        tokenIn: 'ETH',
        tokenOut: 'DAI',
        amountInBaseUnits: '1000000000000000000',
        amountOutMinimumBaseUnits: '2900000000000000000000',
      },
    },
  ],
})
