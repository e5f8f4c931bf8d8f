import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-unstake-position.ts'

/** End the stakes of a liquidity position and take it back. */
export const ACTION = defineAction({
  kind: 'unstake-liquidity',
  description: 'End the stakes of a liquidity position and take it back.',
  tool: TOOL_DEF,
})
