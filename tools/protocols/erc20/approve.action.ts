import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './erc20-approve-spender.ts'

/** Approve an exact amount for a spender. */
export const ACTION = defineAction({
  kind: 'approve',
  description: 'Approve an exact amount for a spender.',
  tool: TOOL_DEF,
})
