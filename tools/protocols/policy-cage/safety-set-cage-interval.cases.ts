import { defineCases, type ServedCase } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Nothing is shorter than none. */
const withInterval = (served: ServedCase): ServedCase => ({
  ...served,
  before: [
    { tool: 'safety_set_cage_interval', params: { intervalSeconds: 600, step: 'apply' } },
    ...(served.before ?? []),
  ],
})

/** Cases of `safety_set_cage_interval`. */
export const CASES = defineCases({
  refuses: [{ params: { intervalSeconds: -1, step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ intervalSeconds: 600 }, [[policyOf('minRebalanceIntervalSeconds'), '600']]),
    withInterval(
      loosens(
        'safety_set_cage_interval',
        { intervalSeconds: 60 },
        {
          before: [[policyOf('minRebalanceIntervalSeconds'), '600']],
          after: [[policyOf('minRebalanceIntervalSeconds'), '60']],
        },
      ),
    ),
  ],
})
