import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_timelock`. */
export const CASES = defineCases({
  refuses: [{ params: { delaySeconds: 2_592_001, step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ delaySeconds: 2592000 }, [[policyOf('loosenDelaySeconds'), '2592000']]),
    loosens(
      'safety_set_cage_timelock',
      { delaySeconds: 3600 },
      {
        before: [[policyOf('loosenDelaySeconds'), '172800']],
        after: [[policyOf('loosenDelaySeconds'), '3600']],
      },
    ),
  ],
})
