import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-cancel-order.ts'

/** Cancel an order of the account's. */
export const ACTION = defineAction({
  kind: 'cancel-order',
  description: 'Cancel an open order of UniswapX by using up its nonce.',
  tool: TOOL_DEF,
})
