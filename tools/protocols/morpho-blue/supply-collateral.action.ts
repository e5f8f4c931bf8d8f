import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './morpho-supply-collateral.ts'

/** Post collateral in an isolated lending market. */
export const ACTION = defineAction({
  kind: 'supply-collateral',
  description: 'Post collateral in an isolated lending market.',
  tool: TOOL_DEF,
})
