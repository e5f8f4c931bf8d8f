import { defineCases } from '../../core/cases.ts'
import { LOST_BOTH, SOLD } from './settled-steps.ts'

/** Cases of `data_get_pnl`. */
export const CASES = defineCases({
  refuses: [{ params: { fromWallMs: -1 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'two sales',
      before: SOLD,
      roundTrips: 0,
      expect: {
        isComplete: true,
        actionCount: 2,
        unknownCount: 0,
        pnlUsdc: LOST_BOTH,
        gasUsdc: '0',
        'byAction.length': 1,
        'byAction.0.actionType': 'tool:uniswap_execute_swap',
        'byAction.0.pnlUsdc': LOST_BOTH,
      },
    },
    {
      name: 'a time in which nothing was done',
      before: SOLD,
      params: { toWallMs: 1 },
      expect: { actionCount: 0, pnlUsdc: '0', fromWallMs: null, byAction: [] },
    },
  ],
})
