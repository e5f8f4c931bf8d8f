import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-mint-shares.ts'

/** Mint an exact number of shares of a vault. */
export const ACTION = defineAction({
  kind: 'vault-mint',
  description: 'Mint an exact number of shares of a vault.',
  tool: TOOL_DEF,
})
