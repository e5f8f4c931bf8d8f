import { defineCases } from '../../core/cases.ts'

/** Cases of `safety_clear_losses`. */
export const CASES = defineCases({
  refuses: [{ params: { losses: [] }, code: 'INVALID_PARAMS' }],
  serves: [{ name: 'nothing to clear', expect: { 'cleared.length': 0 } }],
})
