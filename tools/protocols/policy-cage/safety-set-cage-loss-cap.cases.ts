import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_loss_cap`. */
export const CASES = defineCases({
  refuses: [{ params: { capUsdcBaseUnits: '-1', step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ capUsdcBaseUnits: '70000001' }, [[policyOf('windowLossCapUsdc'), '70000001']]),
    loosens(
      'safety_set_cage_loss_cap',
      { capUsdcBaseUnits: '5000000001' },
      {
        before: [[policyOf('windowLossCapUsdc'), '5000000000']],
        after: [[policyOf('windowLossCapUsdc'), '5000000001']],
      },
    ),
  ],
})
