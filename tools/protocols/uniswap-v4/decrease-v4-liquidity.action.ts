import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-decrease-v4-liquidity.ts'

/** Take a share of a position of a Uniswap V4 pool out, with its fees. */
export const ACTION = defineAction({
  kind: 'decrease-v4-liquidity',
  description: 'Take a share of a position of a Uniswap V4 pool out, with its fees.',
  tool: TOOL_DEF,
})
