import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-withdraw-collateral.ts'

/** Take collateral out of an isolated lending market. */
export const ACTION = defineAction({
  kind: 'withdraw-collateral',
  description: 'Take collateral out of an isolated lending market.',
  tool: TOOL_DEF,
})
