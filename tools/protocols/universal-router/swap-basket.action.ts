import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-swap-basket.ts'

/** Sell several tokens for one at once. */
export const ACTION = defineAction({
  kind: 'swap-basket',
  description: 'Sell exact amounts of several tokens for one, all at once.',
  tool: TOOL_DEF,
})
