import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-revoke-vault-cap.ts'

/** Veto a pending cap of a vault as its guardian. */
export const ACTION = defineAction({
  kind: 'veto-vault-cap',
  description: 'Veto a pending cap of a vault as its guardian.',
  tool: TOOL_DEF,
})
