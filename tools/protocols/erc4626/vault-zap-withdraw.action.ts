import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-zap-withdraw.ts'

/** Redeem shares of a vault and swap the asset into another token. */
export const ACTION = defineAction({
  kind: 'vault-zap-withdraw',
  description: 'Redeem shares of a vault and swap the asset into another token.',
  tool: TOOL_DEF,
})
