import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-compound-fees.ts'

/** Collect the fees of a position and add them to it. */
export const ACTION = defineAction({
  kind: 'compound-fees',
  description: 'Collect the fees of a position and add them to it.',
  tool: TOOL_DEF,
})
