import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-withdraw-eth.ts'

/** Withdraw supplied wrapped coins from Aave V3 as native ones. */
export const ACTION = defineAction({
  kind: 'withdraw-native',
  description: 'Withdraw supplied wrapped coins from Aave V3 as native ones.',
  tool: TOOL_DEF,
})
