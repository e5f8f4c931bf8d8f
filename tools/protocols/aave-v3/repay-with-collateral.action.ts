import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-repay-with-atokens.ts'

/** Repay a debt at Aave V3 out of the supply of the same asset. */
export const ACTION = defineAction({
  kind: 'repay-with-collateral',
  description: 'Repay a debt at Aave V3 out of the supply of the same asset.',
  tool: TOOL_DEF,
})
