import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './agg-execute-best-swap.ts'

/** Sell an exact amount on the venue that pays the most. */
export const ACTION = defineAction({
  kind: 'swap-best',
  description: 'Sell an exact amount on the venue that pays the most.',
  tool: TOOL_DEF,
})
