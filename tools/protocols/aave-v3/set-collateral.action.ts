import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-set-collateral-enabled.ts'

/** Switch a supply at Aave V3 on or off as collateral. */
export const ACTION = defineAction({
  kind: 'set-collateral',
  description: 'Switch a supply at Aave V3 on or off as collateral.',
  tool: TOOL_DEF,
})
