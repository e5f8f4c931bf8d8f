import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-mint-sy.ts'

/** Wrap the asset into a standardized yield token. */
export const ACTION = defineAction({
  kind: 'pendle-mint-sy',
  description: 'Wrap the asset into a standardized yield token.',
  tool: TOOL_DEF,
})
