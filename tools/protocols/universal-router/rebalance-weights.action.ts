import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-rebalance-to-weights.ts'

/** Trade plain tokens toward target weights. */
export const ACTION = defineAction({
  kind: 'rebalance-weights',
  description: 'Trade tokens that the account holds toward target weights of their common value.',
  tool: TOOL_DEF,
})
