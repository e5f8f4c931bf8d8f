import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-place-order.ts'

/** Place an order of the model protocol. */
export const ACTION = defineAction({
  kind: 'place-model-order',
  description: 'Place an order of the model protocol.',
  tool: TOOL_DEF,
})
