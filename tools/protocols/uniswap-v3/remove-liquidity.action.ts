import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-remove-liquidity.ts'

/** Take part of a position out. */
export const ACTION = defineAction({
  kind: 'remove-liquidity',
  description: 'Take part of a position out.',
  tool: TOOL_DEF,
})
