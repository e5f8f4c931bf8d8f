import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-redeem-py.ts'

/** Merge principal and yield tokens of a market back into its asset. */
export const ACTION = defineAction({
  kind: 'pendle-redeem-py',
  description: 'Merge principal and yield tokens of a market back into its asset.',
  tool: TOOL_DEF,
})
