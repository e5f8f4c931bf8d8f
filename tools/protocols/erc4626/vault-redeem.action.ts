import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-redeem-shares.ts'

/** Redeem an exact number of shares of a vault. */
export const ACTION = defineAction({
  kind: 'vault-redeem',
  description: 'Redeem an exact number of shares of a vault.',
  tool: TOOL_DEF,
})
