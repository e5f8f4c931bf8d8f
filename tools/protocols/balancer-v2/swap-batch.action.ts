import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './balancer-swap-batch.ts'

/** Trade along several pools at once. */
export const ACTION = defineAction({
  kind: 'swap-batch',
  description: 'Trade along several pools of one vault at once, exact input or exact output.',
  tool: TOOL_DEF,
})
