import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-request-exit.ts'

/** Ask to leave the staking of the model protocol. */
export const ACTION = defineAction({
  kind: 'request-model-exit',
  description: 'Ask to leave the staking of the model protocol.',
  tool: TOOL_DEF,
})
