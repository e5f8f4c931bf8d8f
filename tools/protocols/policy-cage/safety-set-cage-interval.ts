import { Type } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change the least time between two risk increases. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_interval',
  description: "Change the least time between two risk increases, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_interval changes how many seconds have to pass between two actions that raise risk; it needs the owner's approval.",
  promptGuidelines: ['A longer interval works at once; a shorter one has to be queued first.'],
  members: {
    intervalSeconds: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'seconds between two risk increases',
    }),
  },
  encode: ({ intervalSeconds }) => encodeChange('setMinRebalanceInterval', [intervalSeconds]),
})
