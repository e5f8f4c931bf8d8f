import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-exit-position.ts'

/** Take the next step that ends a position. */
export const ACTION = defineAction({
  kind: 'exit-position',
  description: 'Take the next step that ends one position, of any protocol.',
  tool: TOOL_DEF,
})
