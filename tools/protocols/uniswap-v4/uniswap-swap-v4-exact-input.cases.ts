import { at, between, defineCases } from '../../core/cases.ts'

const SELL = { tokenIn: 'USDC', tokenOut: 'WETH', feeTier: 3000, amountInBaseUnits: '3000000000' }

/** Cases of `uniswap_swap_v4_exact_input`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SELL, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SELL, feeTier: 100 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...SELL, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...SELL, tokenIn: 'ETH', tokenOut: 'USDC', feeTier: 500 }, code: 'INVALID_PARAMS' },
    { params: { ...SELL, amountInBaseUnits: '1000000000000000' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'a token for another',
      params: SELL,
      roundTrips: 2,
      plan: { 'calls.length': 5 },
      expect: {
        tokenIn: at('USDC'),
        amountInBaseUnits: '3000000000',
        // 0.3 % of it is the fee.
        amountOutBaseUnits: between('990000000000000000', '1000000000000000000'),
      },
    },
    {
      name: 'a token for native coins, with a minimum of the own',
      params: { ...SELL, tokenOut: 'ETH', feeTier: 500, amountOutMinimumBaseUnits: '990000000000000000' },
      expect: { amountOutBaseUnits: between('995000000000000000', '1002000000000000000') },
    },
  ],
})
