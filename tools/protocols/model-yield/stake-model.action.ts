import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-stake-asset.ts'

/** Stake wrapped native coins in the model protocol. */
export const ACTION = defineAction({
  kind: 'stake-model',
  description: 'Stake wrapped native coins in the model protocol.',
  tool: TOOL_DEF,
})
