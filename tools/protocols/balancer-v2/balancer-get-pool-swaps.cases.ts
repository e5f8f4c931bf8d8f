import { at, between, defineCases } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

/** Cases of `balancer_get_pool_swaps`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: WEIGHTED, blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The origin's traders went there and back, with 0.2 ETH and 600 DAI.
      params: { poolId: WEIGHTED },
      expect: {
        totalFound: 24,
        'swaps.0.tokenIn': at('WETH'),
        'swaps.0.tokenOut': at('DAI'),
        'swaps.0.amountInBaseUnits': '200000000000000000',
        // 600 DAI, less the fee of 0.5 % and about a thousandth of impact.
        'swaps.0.amountOutBaseUnits': between('595800000000000000000', '596600000000000000000'),
        'swaps.23.tokenIn': at('DAI'),
      },
    },
    {
      name: 'the newest',
      params: { poolId: STABLE, limit: 1 },
      expect: {
        totalFound: 24,
        'swaps.length': 1,
        'swaps.0.tokenIn': at('DAI'),
        'swaps.0.tokenOut': at('USDC'),
        'swaps.0.amountInBaseUnits': '600000000000000000000',
        'swaps.0.amountOutBaseUnits': between('599690000', '599710000'),
      },
    },
  ],
})
