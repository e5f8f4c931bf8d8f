import { defineCases } from '../../core/cases.ts'

/** Cases of `safety_clear_halt`. */
export const CASES = defineCases({
  refuses: [{ params: {}, code: 'HALT_NOT_LATCHED' }],
  serves: [
    {
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      expect: { cleared: true },
      after: [{ tool: 'safety_check_status', expect: { isHalted: false } }],
    },
  ],
})
