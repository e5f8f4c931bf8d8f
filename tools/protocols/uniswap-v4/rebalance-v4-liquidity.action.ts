import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-rebalance-v4-position.ts'

/** Move a position of a Uniswap V4 pool to a new price range. */
export const ACTION = defineAction({
  kind: 'rebalance-v4-liquidity',
  description: 'Move a position of a Uniswap V4 pool to a new price range.',
  tool: TOOL_DEF,
})
