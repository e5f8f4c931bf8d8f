import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './permit2-approve-spender.ts'

/** Grant an expiring Permit2 allowance. */
export const ACTION = defineAction({
  kind: 'permit2-approve',
  description: 'Grant an expiring Permit2 allowance.',
  tool: TOOL_DEF,
})
