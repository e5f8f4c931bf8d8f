import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-trip-halt.ts'

/** Stop everything. */
export const ACTION = defineAction({
  kind: 'halt',
  description: 'Set the halt latch: every action stops and the cage is paused.',
  tool: TOOL_DEF,
})
