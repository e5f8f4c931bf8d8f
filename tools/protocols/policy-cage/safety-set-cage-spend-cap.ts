import { BaseUnitsSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change what the cage lets out in 24 hours. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_spend_cap',
  description: "Change what the cage lets out in 24 hours, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_spend_cap changes how much USDC the cage lets out in every window of 24 hours; it needs the owner's approval.",
  promptGuidelines: ['A lower cap works at once; a higher one has to be queued first.'],
  members: { capUsdcBaseUnits: BaseUnitsSchema },
  encode: ({ capUsdcBaseUnits }) => encodeChange('setWindowSpendCap', [BigInt(capUsdcBaseUnits)]),
})
