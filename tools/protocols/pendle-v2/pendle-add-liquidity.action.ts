import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-add-liquidity.ts'

/** Add liquidity to a market from its asset alone. */
export const ACTION = defineAction({
  kind: 'pendle-add-liquidity',
  description: 'Add liquidity to a market from its asset alone.',
  tool: TOOL_DEF,
})
