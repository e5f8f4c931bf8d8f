import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-withdraw-safe-proposal.ts'

/** End what is kept for the owners of the owner's Safe to sign. */
export const ACTION = defineAction({
  kind: 'withdraw-safe-proposal',
  description: "End a proposal that is kept for the owners of the owner's Safe.",
  tool: TOOL_DEF,
})
