import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-swap-collateral.ts'

/** Replace one collateral by another at Aave V3. */
export const ACTION = defineAction({
  kind: 'swap-collateral',
  description: 'Replace one collateral by another at Aave V3.',
  tool: TOOL_DEF,
})
