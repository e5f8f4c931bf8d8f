import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-zap-out.ts'

/** Close a position into one token. */
export const ACTION = defineAction({
  kind: 'zap-out',
  description: 'Close a position into one token.',
  tool: TOOL_DEF,
})
