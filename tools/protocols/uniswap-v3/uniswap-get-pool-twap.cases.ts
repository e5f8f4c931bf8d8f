import { at, between, callData, defineCases, own, sum } from '../../core/cases.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

/** Cases of `uniswap_get_pool_twap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, windowSeconds: 604800 }, code: 'TWAP_UNAVAILABLE' },
    { params: { ...POOL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    // Created, and without a price yet.
    {
      before: [
        {
          send: {
            from: 'trader',
            to: at('uniswap-v3.factory'),
            data: callData('function createPool(address, address, uint24)', [at('USDC'), at('WETH'), 10_000]),
          },
        },
      ],
      params: { ...POOL, feeTier: 10000 },
      code: 'POOL_NOT_FOUND',
    },
  ],
  serves: [
    {
      params: { ...POOL, windowSeconds: 600 },
      roundTrips: 1,
      expect: {
        spotTick: between(sum(own('meanTick'), -10), sum(own('meanTick'), 10)),
        meanLiquidity: between(1, '1e30'),
      },
    },
  ],
})
