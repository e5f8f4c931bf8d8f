import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-fill-order.ts'

/** Fill an order of somebody else. */
export const ACTION = defineAction({
  kind: 'fill-order',
  description: "Fill somebody's signed order of UniswapX from the account's own tokens.",
  tool: TOOL_DEF,
})
