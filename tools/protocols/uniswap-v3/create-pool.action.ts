import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-create-pool.ts'

/** Create a pool of two tokens at a price. */
export const ACTION = defineAction({
  kind: 'create-pool',
  description: 'Create a pool of two tokens at a price, without liquidity.',
  tool: TOOL_DEF,
})
