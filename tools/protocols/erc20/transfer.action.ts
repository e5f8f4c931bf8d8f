import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-transfer-token.ts'

/** Send a token to an allowlisted recipient. */
export const ACTION = defineAction({
  kind: 'transfer',
  description: 'Send a token to an allowlisted recipient.',
  tool: TOOL_DEF,
})
