import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-exit-market.ts'

/** Leave a market with all that is held of it. */
export const ACTION = defineAction({
  kind: 'pendle-exit-market',
  description: 'Leave a market with all that is held of it.',
  tool: TOOL_DEF,
})
