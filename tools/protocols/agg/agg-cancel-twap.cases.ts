import { defineCases, kept } from '../../core/cases.ts'
import { SCHEDULE, SCHEDULED, UNKNOWN } from './cases-twap.ts'

/** Cases of `agg_cancel_twap`. */
export const CASES = defineCases({
  refuses: [
    { params: { scheduleId: '0x12' }, code: 'INVALID_PARAMS' },
    { params: UNKNOWN, code: 'TWAP_NOT_FOUND' },
    {
      before: [...SCHEDULED, { tool: 'agg_cancel_twap', params: SCHEDULE }],
      params: SCHEDULE,
      code: 'TWAP_ENDED',
    },
  ],
  serves: [
    {
      before: SCHEDULED,
      params: SCHEDULE,
      plan: { route: 'schedule', operation: 'end' },
      expect: { entryId: kept('twap.entryId'), state: 'ended' },
      after: [
        { tool: 'agg_execute_twap_slice', params: SCHEDULE, code: 'TWAP_ENDED' },
        {
          tool: 'agg_get_twap_progress',
          params: SCHEDULE,
          expect: { state: 'ended', remainingSlices: 0, nextSlice: null },
        },
      ],
    },
  ],
})
