import { at, between, defineCases } from '../../core/cases.ts'

const BUY = { tokenIn: 'WETH', tokenOut: 'USDC', feeTier: 3000, amountOutBaseUnits: '3000000000' }

/** Cases of `uniswap_swap_v4_exact_output`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...BUY, amountOutBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...BUY, feeTier: 100 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...BUY, tokenIn: 'ETH', feeTier: 500 }, code: 'INVALID_PARAMS' },
    { params: { ...BUY, amountOutBaseUnits: '1000000000000000' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'an exact amount of a token',
      params: BUY,
      roundTrips: 2,
      plan: { 'calls.length': 5 },
      expect: {
        tokenIn: at('WETH'),
        amountOutBaseUnits: '3000000000',
        amountInBaseUnits: between('1000000000000000000', '1010000000000000000'),
      },
    },
    {
      name: 'an exact amount of native coins',
      params: {
        tokenIn: 'USDC',
        tokenOut: 'ETH',
        feeTier: 500,
        amountOutBaseUnits: '500000000000000000',
        amountInMaximumBaseUnits: '1550000000',
      },
      expect: { amountInBaseUnits: between('1490000000', '1510000000') },
    },
  ],
})
