import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_hot_lane`. */
export const CASES = defineCases({
  refuses: [{ params: { hotLaneUsdcBaseUnits: '', step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ hotLaneUsdcBaseUnits: '0' }, [[policyOf('hotLaneUsdc'), '0']]),
    loosens(
      'safety_set_cage_hot_lane',
      { hotLaneUsdcBaseUnits: '6000000000' },
      { before: [[policyOf('hotLaneUsdc'), '5000000000']], after: [[policyOf('hotLaneUsdc'), '6000000000']] },
    ),
  ],
})
