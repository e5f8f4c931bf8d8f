import { Type } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change the delay that loosenings wait. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_timelock',
  description: "Change the delay that loosenings of the cage wait, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_timelock changes how many seconds a queued loosening waits, 30 days at most; it needs the owner's approval.",
  promptGuidelines: [
    'A longer delay works at once; a shorter one has to be queued first.',
    'What is queued already keeps its time.',
  ],
  members: {
    delaySeconds: Type.Integer({ minimum: 0, maximum: 2_592_000, description: 'seconds, at most 30 days' }),
  },
  encode: ({ delaySeconds }) => encodeChange('setLoosenDelay', [delaySeconds]),
})
