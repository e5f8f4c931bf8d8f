import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-close-position.ts'

/** Close a position completely. */
export const ACTION = defineAction({
  kind: 'close-liquidity',
  description: 'Close a position completely.',
  tool: TOOL_DEF,
})
