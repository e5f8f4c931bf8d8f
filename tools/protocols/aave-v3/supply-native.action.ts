import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-supply-eth.ts'

/** Supply the native coin to Aave V3. */
export const ACTION = defineAction({
  kind: 'supply-native',
  description: 'Supply the native coin to Aave V3.',
  tool: TOOL_DEF,
})
