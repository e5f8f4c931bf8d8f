import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-claim-yield.ts'

/** Claim interest and rewards of a market. */
export const ACTION = defineAction({
  kind: 'pendle-claim-yield',
  description: 'Claim interest and rewards of a market.',
  tool: TOOL_DEF,
})
