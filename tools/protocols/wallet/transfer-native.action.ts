import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-transfer-native.ts'

/** Send ETH to an allowlisted recipient. */
export const ACTION = defineAction({
  kind: 'transfer-native',
  description: 'Send ETH to an allowlisted recipient.',
  tool: TOOL_DEF,
})
