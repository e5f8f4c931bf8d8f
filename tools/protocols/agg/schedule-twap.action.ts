import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './agg-schedule-twap.ts'

/** Keep a trade in slices at an interval; sends nothing. */
export const ACTION = defineAction({
  kind: 'schedule-twap',
  description: 'Keep a trade in slices at an interval; sends nothing.',
  tool: TOOL_DEF,
})
