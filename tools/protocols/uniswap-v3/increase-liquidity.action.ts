import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-increase-liquidity.ts'

/** Add to a position. */
export const ACTION = defineAction({
  kind: 'increase-liquidity',
  description: 'Add to a position.',
  tool: TOOL_DEF,
})
