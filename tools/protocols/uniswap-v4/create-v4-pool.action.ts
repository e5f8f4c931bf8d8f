import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-initialize-v4-pool.ts'

/** Open a V4 pool of two tokens at a price. */
export const ACTION = defineAction({
  kind: 'create-v4-pool',
  description: 'Open a Uniswap V4 pool of two tokens at a price, without liquidity.',
  tool: TOOL_DEF,
})
