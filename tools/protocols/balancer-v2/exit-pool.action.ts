import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './balancer-exit-pool.ts'

/** Leave a pool in proportion. */
export const ACTION = defineAction({
  kind: 'exit-pool',
  description: 'Leave a pool in proportion.',
  tool: TOOL_DEF,
})
