import { between, defineCases } from '../../core/cases.ts'

const SELL = {
  tokenIn: 'WETH',
  tokenOut: 'DAI',
  feeTier: 3000,
  maxAmountInBaseUnits: '3000000000000000000',
}

/** Cases of `uniswap_swap_to_price`. */
export const CASES = defineCases({
  refuses: [
    // The price is there already.
    { params: { ...SELL, priceLimit: '4000' }, code: 'INVALID_PARAMS' },
    { params: { ...SELL, maxAmountInBaseUnits: '0', priceLimit: '2900' }, code: 'ZERO_AMOUNT' },
    { params: { ...SELL, feeTier: 10000, priceLimit: '2900' }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'it stops at the price',
      params: { ...SELL, priceLimit: '2999.99' },
      expect: { amountInBaseUnits: between('1', '2999999999999999999') },
      after: [
        {
          tool: 'uniswap_get_pool_info',
          params: { tokenA: 'WETH', tokenB: 'DAI', feeTier: 3000 },
          expect: { price1In0: between('2999.989', '2999.991') },
        },
      ],
    },
    {
      name: 'all of it, before the price is reached',
      params: {
        tokenIn: 'DAI',
        tokenOut: 'WETH',
        feeTier: 3000,
        maxAmountInBaseUnits: '1000000000000000000000',
        priceLimit: '0.0001',
      },
      expect: { amountInBaseUnits: '1000000000000000000000' },
    },
  ],
})
