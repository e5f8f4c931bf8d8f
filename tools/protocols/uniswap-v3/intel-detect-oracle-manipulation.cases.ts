import { between, defineCases, kept, own } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const PUSH = Array.from({ length: 10 }, () => othersSwap[0]).flatMap((step) => step ?? [])

/** Cases of `intel_detect_oracle_manipulation`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, thresholdBps: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'three prices that agree',
      before: [
        { tool: 'uniswap_get_pool_twap', params: SWAPPED, keep: 'twap' },
        { tool: 'uniswap_get_pool_depth', params: { ...SWAPPED, changesBps: [100] }, keep: 'depth' },
      ],
      params: { ...SWAPPED, thresholdBps: 100 },
      roundTrips: 3,
      expect: {
        isFeedStale: false,
        isSpotSuspicious: false,
        isMeanSuspicious: false,
        meanPrice0In1: kept('twap.price0In1'),
        spotPrice0In1: kept('twap.spotPrice0In1'),
        spotAgainstFeedBps: between(-10, 10),
        // A hundred ticks are 1.005 %.
        spotAttackIn1BaseUnits: between(kept('depth.levels.0.up.amountInBaseUnits'), '1e24'),
        meanAttackIn1BaseUnits: between(own('spotAttackIn1BaseUnits'), '1e30'),
      },
    },
    {
      name: 'a spot price that was just pushed',
      before: PUSH,
      params: { ...SWAPPED, thresholdBps: 50 },
      expect: {
        isSpotSuspicious: true,
        isMeanSuspicious: false,
        spotAgainstMeanBps: between(50, 1000),
        spotAgainstFeedBps: between(50, 1000),
      },
    },
    {
      name: 'a feed that stands still far from the pool',
      before: [
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'WETH', priceUsd: '2000', ageSeconds: 100_000 },
        },
      ],
      params: SWAPPED,
      expect: {
        isFeedStale: true,
        spotAgainstFeedBps: between(-5_000, -3_000),
        isSpotSuspicious: false,
        isMeanSuspicious: false,
      },
    },
    {
      name: 'a token without a feed',
      params: { tokenA: 'NOPRICE', tokenB: 'WETH', feeTier: 3000 },
      expect: { feedPrice0In1: null, spotAgainstFeedBps: null, isMeanSuspicious: false },
    },
  ],
})
