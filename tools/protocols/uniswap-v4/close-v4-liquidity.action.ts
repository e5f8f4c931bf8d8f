import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-close-v4-position.ts'

/** Take everything out of a position of a Uniswap V4 pool and burn it. */
export const ACTION = defineAction({
  kind: 'close-v4-liquidity',
  description: 'Take everything out of a position of a Uniswap V4 pool and burn it.',
  tool: TOOL_DEF,
})
