import { defineCases } from '../../core/cases.ts'
import { LOST_BOTH, LOST_FIRST, LOST_SECOND, SOLD } from './settled-steps.ts'

/** Cases of `data_get_portfolio_history`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 201 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'two sales',
      before: SOLD,
      roundTrips: 0,
      expect: {
        isComplete: true,
        totalPoints: 2,
        'points.0.tool': 'uniswap_execute_swap',
        'points.0.pnlUsdc': LOST_FIRST,
        'points.0.cumulativePnlUsdc': LOST_FIRST,
        'points.0.gasUsdc': '0',
        'points.0.isVerified': true,
        'points.1.pnlUsdc': LOST_SECOND,
        'points.1.cumulativePnlUsdc': LOST_BOTH,
      },
    },
    {
      name: 'the newest of them',
      before: SOLD,
      params: { limit: 1 },
      expect: { totalPoints: 2, 'points.length': 1, 'points.0.cumulativePnlUsdc': LOST_BOTH },
    },
    { name: 'nothing was done', expect: { totalPoints: 0, points: [] } },
  ],
})
