import { defineCases, kept } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_rank_lp_pools`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'USDC', tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { tokenA: 'USDT', tokenB: 'WBTC' }, code: 'POOL_NOT_FOUND' },
    { params: { tokenA: 'USDC', tokenB: 'WETH', toBlock: '99999999' }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'the pool that is traded comes first',
      before: [
        ...othersSwap,
        { tool: 'uniswap_get_pool_fee_revenue', params: { ...SWAPPED, blocks: 8 }, keep: 'revenue' },
        { tool: 'intel_compute_lvr', params: { ...SWAPPED, blocks: 8 }, keep: 'lvr' },
      ],
      params: { tokenA: 'WETH', tokenB: 'USDC', blocks: 8 },
      roundTrips: 3,
      expect: {
        'pools.length': 2,
        'pools.0.feeTier': 500,
        'pools.0.swapCount': 4,
        'pools.0.feesIn1BaseUnits': kept('revenue.liquidityFeesIn1BaseUnits'),
        'pools.0.feeAprBps': kept('revenue.feeAprBps'),
        'pools.0.lvrIn1BaseUnits': kept('lvr.lvrIn1BaseUnits'),
        'pools.1.swapCount': 0,
        'pools.1.netAprBps': 0,
      },
    },
  ],
})
