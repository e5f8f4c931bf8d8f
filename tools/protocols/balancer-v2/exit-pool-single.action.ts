import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './balancer-exit-single-token.ts'

/** Leave a pool into one of its tokens. */
export const ACTION = defineAction({
  kind: 'exit-pool-single',
  description: 'Leave a pool into one of its tokens.',
  tool: TOOL_DEF,
})
