import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './model-stake-bought.ts'

/** Buy wrapped native coins and stake them in the model protocol. */
export const ACTION = defineAction({
  kind: 'stake-model-bought',
  description: 'Buy wrapped native coins and stake them in the model protocol.',
  tool: TOOL_DEF,
})
