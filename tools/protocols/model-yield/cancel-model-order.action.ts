import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-cancel-order.ts'

/** Take back an order of the model protocol. */
export const ACTION = defineAction({
  kind: 'cancel-model-order',
  description: 'Take back an order of the model protocol.',
  tool: TOOL_DEF,
})
