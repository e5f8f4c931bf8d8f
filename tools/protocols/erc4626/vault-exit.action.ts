import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-exit.ts'

/** Redeem all shares of a vault that it lets out now. */
export const ACTION = defineAction({
  kind: 'vault-exit',
  description: 'Redeem all shares of a vault that it lets out now.',
  tool: TOOL_DEF,
})
