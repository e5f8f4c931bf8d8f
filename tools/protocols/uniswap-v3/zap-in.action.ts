import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-zap-in.ts'

/** Enter a position from one token. */
export const ACTION = defineAction({
  kind: 'zap-in',
  description: 'Enter a position from one token.',
  tool: TOOL_DEF,
})
