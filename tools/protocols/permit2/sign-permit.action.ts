import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './permit2-sign-permit.ts'

/** Sign an expiring Permit2 allowance; it counts as spent. */
export const ACTION = defineAction({
  kind: 'sign-permit',
  description: 'Sign an expiring Permit2 allowance; it counts as spent.',
  tool: TOOL_DEF,
})
