import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-compound-v4-fees.ts'

/** Add the fees of a position of a Uniswap V4 pool back to it. */
export const ACTION = defineAction({
  kind: 'compound-v4-fees',
  description: 'Add the fees of a position of a Uniswap V4 pool back to it.',
  tool: TOOL_DEF,
})
