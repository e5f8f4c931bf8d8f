import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-buy-yt.ts'

/** Buy yield tokens of a market with its asset. */
export const ACTION = defineAction({
  kind: 'pendle-buy-yt',
  description: 'Buy yield tokens of a market with its asset.',
  tool: TOOL_DEF,
})
