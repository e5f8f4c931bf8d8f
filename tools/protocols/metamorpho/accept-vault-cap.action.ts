import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-accept-vault-cap.ts'

/** Accept a pending cap of a vault once its timelock is over. */
export const ACTION = defineAction({
  kind: 'accept-vault-cap',
  description: 'Accept a pending cap of a vault once its timelock is over.',
  tool: TOOL_DEF,
})
