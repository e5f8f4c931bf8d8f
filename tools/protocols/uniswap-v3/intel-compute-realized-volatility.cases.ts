import { between, defineCases, own } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_compute_realized_volatility`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, intervalSeconds: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: othersSwap,
      params: { ...SWAPPED, blocks: 8 },
      roundTrips: 3,
      expect: {
        swapCount: 4,
        // Moves back and forth: their products are large where their sum is small.
        bipowerBps: between(1, own('realizedBps')),
        // One candle has no close before it.
        candleCount: 1,
        closeToCloseBps: 0,
        garmanKlassBps: between(1, own('realizedBps')),
      },
    },
  ],
})
