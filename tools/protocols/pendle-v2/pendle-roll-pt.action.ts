import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-roll-pt.ts'

/** Roll principal tokens into another maturity. */
export const ACTION = defineAction({
  kind: 'pendle-roll-pt',
  description: 'Roll principal tokens into another maturity.',
  tool: TOOL_DEF,
})
