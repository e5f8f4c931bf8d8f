import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './wallet-refuel-gas.ts'

/** Buy native coins for the operator's gas. */
export const ACTION = defineAction({
  kind: 'refuel',
  description: 'Swap just enough of a token into ETH and send it to the operator for gas.',
  tool: TOOL_DEF,
})
