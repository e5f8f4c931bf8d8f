import { defineCases, product } from '../../core/cases.ts'
import { LOST_BOTH, SOLD } from './settled-steps.ts'

/** Cases of `intel_compute_performance`. */
export const CASES = defineCases({
  refuses: [
    { params: { fromWallMs: -1 }, code: 'INVALID_PARAMS' },
    { params: {}, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'two sales, each below the price of the feed',
      before: SOLD,
      roundTrips: 0,
      expect: {
        isComplete: true,
        actionCount: 2,
        unknownCount: 0,
        hitRateBps: 0,
        maxDrawdownUsdc: product(LOST_BOTH, '-1'),
      },
    },
  ],
})
