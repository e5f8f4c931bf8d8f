import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './safety-pause-cage.ts'

/** Let the cage pass nothing but exits. */
export const ACTION = defineAction({
  kind: 'pause-cage',
  description: 'Pause the cage: nothing but exits passes it until its owner resumes it.',
  tool: TOOL_DEF,
})
