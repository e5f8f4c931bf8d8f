import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-return-funds.ts'

/** Send all that lies loose in the account to an allowlisted recipient. */
export const ACTION = defineAction({
  kind: 'return-funds',
  description: 'Send all loose tokens and native coins to an allowlisted recipient.',
  tool: TOOL_DEF,
})
