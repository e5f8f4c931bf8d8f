import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-swap-split-route.ts'

/** Sell an exact amount over pools of Uniswap V2, V3 and V4 at once. */
export const ACTION = defineAction({
  kind: 'swap-split-route',
  description: 'Sell an exact amount along the routes over Uniswap V2, V3 and V4 that together pay the most.',
  tool: TOOL_DEF,
})
