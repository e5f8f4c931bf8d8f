import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-swap-to-price.ts'

/** Swap until a pool reaches a price. */
export const ACTION = defineAction({
  kind: 'swap-to-price',
  description: 'Swap until a pool reaches a price.',
  tool: TOOL_DEF,
})
