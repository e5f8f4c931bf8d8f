import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-set-vault-supply-queue.ts'

/** Set the order in which deposits fill a vault's markets, as its allocator. */
export const ACTION = defineAction({
  kind: 'set-vault-supply-queue',
  description: "Set the order in which deposits fill a vault's markets, as its allocator.",
  tool: TOOL_DEF,
})
