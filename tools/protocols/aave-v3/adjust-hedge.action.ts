import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-adjust-hedge.ts'

/** Bring a short at Aave V3 to another size. */
export const ACTION = defineAction({
  kind: 'adjust-hedge',
  description: 'Bring a short at Aave V3 to the delta that it hedges.',
  tool: TOOL_DEF,
})
