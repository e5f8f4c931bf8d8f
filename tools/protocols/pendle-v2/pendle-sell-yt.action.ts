import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-sell-yt.ts'

/** Sell yield tokens of a market for its asset. */
export const ACTION = defineAction({
  kind: 'pendle-sell-yt',
  description: 'Sell yield tokens of a market for its asset.',
  tool: TOOL_DEF,
})
