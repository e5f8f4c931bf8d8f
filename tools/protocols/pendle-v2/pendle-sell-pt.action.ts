import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-sell-pt.ts'

/** Sell principal tokens of a market for its asset. */
export const ACTION = defineAction({
  kind: 'pendle-sell-pt',
  description: 'Sell principal tokens of a market for its asset.',
  tool: TOOL_DEF,
})
