import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-propose-safe-transaction.ts'

/** Keep a call of the owner's Safe for its owners to sign. */
export const ACTION = defineAction({
  kind: 'propose-safe-transaction',
  description: "Keep an unsigned call of the owner's Safe for its owners to sign.",
  tool: TOOL_DEF,
})
