import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './pendle-mint-py.ts'

/** Split the asset of a market into principal and yield tokens. */
export const ACTION = defineAction({
  kind: 'pendle-mint-py',
  description: 'Split the asset of a market into principal and yield tokens.',
  tool: TOOL_DEF,
})
