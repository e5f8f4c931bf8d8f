import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-swap-yt-for-pt.ts'

/** Swap yield tokens of a market for its principal tokens. */
export const ACTION = defineAction({
  kind: 'pendle-swap-yt-for-pt',
  description: 'Swap yield tokens of a market for its principal tokens.',
  tool: TOOL_DEF,
})
