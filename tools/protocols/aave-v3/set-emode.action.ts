import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-set-emode.ts'

/** Enter, change or leave an e-mode category of Aave V3. */
export const ACTION = defineAction({
  kind: 'set-emode',
  description: 'Enter, change or leave an e-mode category of Aave V3.',
  tool: TOOL_DEF,
})
