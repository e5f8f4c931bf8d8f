import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_drawdown`. */
export const CASES = defineCases({
  refuses: [{ params: { maxDrawdownBps: 10_001, step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ maxDrawdownBps: 250 }, [[policyOf('maxDrawdownBps'), '250']]),
    loosens(
      'safety_set_cage_drawdown',
      { maxDrawdownBps: 10000 },
      { before: [[policyOf('maxDrawdownBps'), '1000']], after: [[policyOf('maxDrawdownBps'), '10000']] },
    ),
  ],
})
