import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './agg-cancel-twap.ts'

/** Cancel what is left of a schedule. */
export const ACTION = defineAction({
  kind: 'cancel-twap',
  description: 'Cancel what is left of a schedule.',
  tool: TOOL_DEF,
})
