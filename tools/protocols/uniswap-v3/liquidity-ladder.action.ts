import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-mint-ladder.ts'

/** Open several positions over adjacent price ranges. */
export const ACTION = defineAction({
  kind: 'liquidity-ladder',
  description: 'Open several positions over adjacent price ranges.',
  tool: TOOL_DEF,
})
