import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-cancel-transaction.ts'

/** Replace a stuck transaction by an empty one. */
export const ACTION = defineAction({
  kind: 'cancel-transaction',
  description: 'Replace a transaction that is not mined by an empty one.',
  tool: TOOL_DEF,
})
