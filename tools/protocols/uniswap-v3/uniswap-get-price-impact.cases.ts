import { between, defineCases, own } from '../../core/cases.ts'

/** Cases of `uniswap_get_price_impact`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenIn: 'WETH', tokenOut: 'USDC', amountsInBaseUnits: ['0'] }, code: 'ZERO_AMOUNT' },
    { params: { tokenIn: 'WETH', tokenOut: 'ETH', amountsInBaseUnits: ['1'] }, code: 'SAME_TOKEN' },
    { params: { tokenIn: 'WBTC', tokenOut: 'NOPRICE', amountsInBaseUnits: ['1'] }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a large trade moves the price',
      params: {
        tokenIn: 'WETH',
        tokenOut: 'USDC',
        amountsInBaseUnits: ['1', '100', '5000', '100000'].map((whole) => `${whole}${'0'.repeat(18)}`),
      },
      roundTrips: 4,
      expect: {
        'curve.length': 4,
        'curve.1.priceImpactBps': between(own('curve.0.priceImpactBps'), own('curve.2.priceImpactBps')),
        'curve.3.priceImpactBps': between(1001, 10000),
      },
    },
    {
      name: 'a pool of dust keeps no size from being quoted',
      before: [
        {
          tool: 'uniswap_create_pool',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 100, price: '0.000333' },
        },
        {
          as: 'lp',
          tool: 'uniswap_add_liquidity',
          params: {
            tokenA: 'USDC',
            tokenB: 'WETH',
            feeTier: 100,
            rangeTicks: 500,
            amountABaseUnits: '1000',
            amountBBaseUnits: '333000000000',
          },
        },
      ],
      params: {
        tokenIn: 'USDC',
        tokenOut: 'WETH',
        amountsInBaseUnits: Array.from({ length: 12 }, (_, index) => `${index + 1}000000000`),
      },
      roundTrips: 12,
      expect: { 'curve.0.feeTier': 500, 'curve.11.feeTier': 500 },
    },
    {
      name: 'a pool that runs dry',
      params: {
        tokenIn: 'WETH',
        tokenOut: 'NOPRICE',
        amountsInBaseUnits: ['1000000', (10n ** 24n).toString()],
      },
      expect: {
        'curve.0.feeTier': 3000,
        'curve.1.amountOutBaseUnits': null,
        'curve.1.priceImpactBps': null,
      },
    },
  ],
})
