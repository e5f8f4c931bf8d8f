import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-remove-liquidity.ts'

/** Remove liquidity of a market into its asset. */
export const ACTION = defineAction({
  kind: 'pendle-remove-liquidity',
  description: 'Remove liquidity of a market into its asset.',
  tool: TOOL_DEF,
})
