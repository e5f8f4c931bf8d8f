import { BpsSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change what one action may lose. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_loss_limits',
  description:
    "Change what one action may lose, with fresh and with stale prices, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_loss_limits changes how many basis points one action may lose at feed prices, and an exit at stale ones; it needs the owner's approval.",
  promptGuidelines: ['Both are set together; if either grows, the change has to be queued first.'],
  members: { maxLossBps: BpsSchema, maxStaleExitLossBps: BpsSchema },
  encode: ({ maxLossBps, maxStaleExitLossBps }) =>
    encodeChange('setMaxLossBps', [maxLossBps, maxStaleExitLossBps]),
})
