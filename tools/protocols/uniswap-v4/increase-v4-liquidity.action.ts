import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-increase-v4-liquidity.ts'

/** Add liquidity to a position of a Uniswap V4 pool. */
export const ACTION = defineAction({
  kind: 'increase-v4-liquidity',
  description: 'Add liquidity to a position of a Uniswap V4 pool.',
  tool: TOOL_DEF,
})
