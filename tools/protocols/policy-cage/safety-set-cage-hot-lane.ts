import { BaseUnitsSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change what may leave the cage without the guardian. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_hot_lane',
  description: "Change what may leave the cage in 24 hours without the guardian, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_hot_lane changes how much may leave the cage in 24 hours without the guardian's signature; it needs the owner's approval.",
  promptGuidelines: [
    'Less works at once; more has to be queued first.',
    'Keep the local hot lane at or below it.',
  ],
  members: { hotLaneUsdcBaseUnits: BaseUnitsSchema },
  encode: ({ hotLaneUsdcBaseUnits }) => encodeChange('setHotLane', [BigInt(hotLaneUsdcBaseUnits)]),
})
