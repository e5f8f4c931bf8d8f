import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-place-range-order.ts'

/** Sell a token by a position beside the price. */
export const ACTION = defineAction({
  kind: 'range-order',
  description: 'Sell a token by a position beside the price.',
  tool: TOOL_DEF,
})
