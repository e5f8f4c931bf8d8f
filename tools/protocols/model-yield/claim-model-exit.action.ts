import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-claim-exit.ts'

/** Claim what left the staking of the model protocol. */
export const ACTION = defineAction({
  kind: 'claim-model-exit',
  description: 'Claim what left the staking of the model protocol.',
  tool: TOOL_DEF,
})
