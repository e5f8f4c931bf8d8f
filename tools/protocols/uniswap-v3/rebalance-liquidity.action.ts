import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-rebalance-position.ts'

/** Move a position to a new price range. */
export const ACTION = defineAction({
  kind: 'rebalance-liquidity',
  description: 'Move a position to a new price range.',
  tool: TOOL_DEF,
})
