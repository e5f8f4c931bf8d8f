import { at, defineCases, kept } from '../../core/cases.ts'
import { SCHEDULE, SCHEDULED, UNKNOWN } from './cases-twap.ts'

/** Cases of `agg_get_twap_progress`. */
export const CASES = defineCases({
  refuses: [
    { params: UNKNOWN, code: 'TWAP_NOT_FOUND' },
    { params: {}, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: SCHEDULED,
      params: SCHEDULE,
      expect: {
        scheduleId: kept('twap.entryId'),
        state: 'open',
        tokenIn: at('USDC'),
        executedSlices: 0,
        remainingSlices: 4,
        executedInBaseUnits: '0',
        averageOutPerInWad: null,
        nextSlice: 0,
        'slices.length': 4,
        'slices.0.amountInBaseUnits': '100000000',
        'slices.0.permitState': null,
      },
    },
  ],
})
