import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './permit2-sign-permit.ts'

/** Record an expiring Permit2 allowance that its spender can redeem; it counts as spent. */
export const ACTION = defineAction({
  kind: 'sign-permit',
  description: 'Record an expiring Permit2 allowance that its spender can redeem; it counts as spent.',
  tool: TOOL_DEF,
})
