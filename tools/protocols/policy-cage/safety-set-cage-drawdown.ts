import { BpsSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change the drawdown limit. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_drawdown',
  description: "Change how far the cage may fall from its high-water mark, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_drawdown changes the fall from the high-water mark, in basis points, below which the cage allows exits only; it needs the owner's approval.",
  promptGuidelines: ['A smaller drawdown works at once; a larger one has to be queued first.'],
  members: { maxDrawdownBps: BpsSchema },
  encode: ({ maxDrawdownBps }) => encodeChange('setMaxDrawdownBps', [maxDrawdownBps]),
})
