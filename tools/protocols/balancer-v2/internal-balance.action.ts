import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './balancer-manage-internal-balance.ts'

/** Move a token into the own balance inside of the Balancer Vault, or out of it. */
export const ACTION = defineAction({
  kind: 'internal-balance',
  description: 'Move a token into the own balance inside of the Balancer Vault, or out of it.',
  tool: TOOL_DEF,
})
