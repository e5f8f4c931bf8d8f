import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-swap-debt.ts'

/** Replace one debt by another at Aave V3. */
export const ACTION = defineAction({
  kind: 'swap-debt',
  description: 'Replace one debt by another at Aave V3.',
  tool: TOOL_DEF,
})
