import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './weth-unwrap-eth.ts'

/** Unwrap WETH into ETH. */
export const ACTION = defineAction({
  kind: 'unwrap',
  description: 'Unwrap WETH into ETH.',
  tool: TOOL_DEF,
})
