import { at, between, defineCases } from '../../core/cases.ts'

const POOL = { tokenA: 'ETH', tokenB: 'USDC', feeTier: 500 }

/** Cases of `uniswap_get_v4_pool_swaps`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, blocks: 0 }, code: 'INVALID_PARAMS' },
    { params: { poolId: `0x${'22'.repeat(32)}` }, code: 'POOL_NOT_INITIALIZED' },
  ],
  serves: [
    {
      // The origin's traders went there and back twice, with 0.2 ETH and 600 USDC.
      params: POOL,
      expect: {
        totalFound: 4,
        'swaps.0.tokenIn': '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
        'swaps.0.amountInBaseUnits': '200000000000000000',
        'swaps.0.amountOutBaseUnits': between('599000000', '600000000'),
        'swaps.0.feeMillionths': 500,
        'swaps.0.sender': at('universal-router.router'),
        'swaps.3.tokenIn': at('USDC'),
        'swaps.3.amountInBaseUnits': '600000000',
      },
    },
    {
      name: 'a hook sets the fee',
      params: {
        ...POOL,
        feeTier: 8388608,
        tickSpacing: 60,
        hooks: '0xD11ef00000000000000000000000000000001080',
        limit: 1,
      },
      expect: { totalFound: 4, 'swaps.length': 1, 'swaps.0.feeMillionths': 2500 },
    },
  ],
})
