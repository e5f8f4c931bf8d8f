import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './across-bridge-token.ts'

/** Send a token to an allowlisted recipient on another chain. */
export const ACTION = defineAction({
  kind: 'bridge',
  description: 'Send a token to an allowlisted recipient on another chain, as the same token.',
  tool: TOOL_DEF,
})
