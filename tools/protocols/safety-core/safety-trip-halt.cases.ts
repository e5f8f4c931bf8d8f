import { defineCases } from '../../core/cases.ts'

const REASON = 'the prices look wrong'

/** Cases of `safety_trip_halt`. */
export const CASES = defineCases({
  refuses: [
    { params: { reason: '' }, code: 'INVALID_PARAMS' },
    { params: {}, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { reason: REASON },
      roundTrips: 0,
      plan: { route: 'halt', operation: 'trip' },
      expect: { halted: true, reason: REASON },
      after: [{ tool: 'safety_check_status', expect: { isHalted: true } }],
    },
  ],
})
