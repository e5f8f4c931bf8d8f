import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './balancer-join-pool.ts'

/** Join a pool with exact tokens for shares of it. */
export const ACTION = defineAction({
  kind: 'join-pool',
  description: 'Join a pool with exact tokens for shares of it.',
  tool: TOOL_DEF,
})
