import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-swap-pt-for-yt.ts'

/** Swap principal tokens of a market for its yield tokens. */
export const ACTION = defineAction({
  kind: 'pendle-swap-pt-for-yt',
  description: 'Swap principal tokens of a market for its yield tokens.',
  tool: TOOL_DEF,
})
