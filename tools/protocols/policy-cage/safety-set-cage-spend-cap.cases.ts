import { defineCases } from '../../core/cases.ts'
import { loosens, policyOf, shows, tightens } from './cage-cases.ts'

const RAISED = loosens(
  'safety_set_cage_spend_cap',
  { capUsdcBaseUnits: '900000000000' },
  {
    before: [[policyOf('windowSpendCapUsdc'), '100000000000']],
    after: [[policyOf('windowSpendCapUsdc'), '900000000000']],
  },
)

/** Cases of `safety_set_cage_spend_cap`. */
export const CASES = defineCases({
  refuses: [{ params: { capUsdcBaseUnits: '1.5', step: 'apply' }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens({ capUsdcBaseUnits: '5000000000' }, [[policyOf('windowSpendCapUsdc'), '5000000000']]),
    {
      ...RAISED,
      after: [
        ...(RAISED.after ?? []),
        { tool: 'safety_set_cage_spend_cap', params: { capUsdcBaseUnits: '1', step: 'apply' } },
        // What was applied is not queued any more.
        {
          tool: 'safety_set_cage_spend_cap',
          params: { capUsdcBaseUnits: '900000000000', step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
        ...shows([[policyOf('windowSpendCapUsdc'), '1']]),
      ],
    },
  ],
})
