import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './agg-execute-split-swap.ts'

/** Sell an exact amount over several venues at once. */
export const ACTION = defineAction({
  kind: 'swap-split',
  description: 'Sell an exact amount over several venues at once.',
  tool: TOOL_DEF,
})
