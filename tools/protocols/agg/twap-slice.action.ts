import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './agg-execute-twap-slice.ts'

/** Carry out the next due slice of a schedule. */
export const ACTION = defineAction({
  kind: 'twap-slice',
  description: 'Carry out the next due slice of a schedule.',
  tool: TOOL_DEF,
})
