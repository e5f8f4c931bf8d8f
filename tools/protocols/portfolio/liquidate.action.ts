import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-liquidate-positions.ts'

/** Take the next step out of all risk. */
export const ACTION = defineAction({
  kind: 'liquidate',
  description: 'Take the next step that ends all positions and sells what carries risk.',
  tool: TOOL_DEF,
})
