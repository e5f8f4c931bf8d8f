import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-reallocate-vault.ts'

/** Move a vault's assets between its markets, as its allocator. */
export const ACTION = defineAction({
  kind: 'reallocate-vault',
  description: "Move a vault's assets between its markets, as its allocator.",
  tool: TOOL_DEF,
})
