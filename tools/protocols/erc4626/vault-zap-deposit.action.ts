import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './vault-zap-deposit.ts'

/** Swap a token into the asset of a vault and deposit that. */
export const ACTION = defineAction({
  kind: 'vault-zap-deposit',
  description: 'Swap a token into the asset of a vault and deposit that.',
  tool: TOOL_DEF,
})
