import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-open-hedge.ts'

/** Short a token at Aave V3 against collateral. */
export const ACTION = defineAction({
  kind: 'open-hedge',
  description: 'Short a token at Aave V3 against stable collateral.',
  tool: TOOL_DEF,
})
