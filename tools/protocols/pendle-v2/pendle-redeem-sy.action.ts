import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-redeem-sy.ts'

/** Unwrap a standardized yield token into the asset. */
export const ACTION = defineAction({
  kind: 'pendle-redeem-sy',
  description: 'Unwrap a standardized yield token into the asset.',
  tool: TOOL_DEF,
})
