import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './weth-wrap-eth.ts'

/** Wrap ETH into WETH. */
export const ACTION = defineAction({
  kind: 'wrap',
  description: 'Wrap ETH into WETH.',
  tool: TOOL_DEF,
})
