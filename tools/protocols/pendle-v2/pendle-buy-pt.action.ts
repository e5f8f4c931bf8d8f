import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-buy-pt.ts'

/** Buy principal tokens of a market with its asset. */
export const ACTION = defineAction({
  kind: 'pendle-buy-pt',
  description: 'Buy principal tokens of a market with its asset.',
  tool: TOOL_DEF,
})
