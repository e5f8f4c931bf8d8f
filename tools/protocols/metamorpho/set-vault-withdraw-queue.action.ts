import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-set-vault-withdraw-queue.ts'

/** Set the order in which withdrawals drain a vault's markets, as its allocator. */
export const ACTION = defineAction({
  kind: 'set-vault-withdraw-queue',
  description: "Set the order in which withdrawals drain a vault's markets, as its allocator.",
  tool: TOOL_DEF,
})
