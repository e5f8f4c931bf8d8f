import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-swap-v2-fee-on-transfer.ts'

/** Trade a token that keeps a part of what is transferred, in its pair. */
export const ACTION = defineAction({
  kind: 'swap-fee-on-transfer',
  description: 'Trade a token that keeps a part of what is transferred, in its pair.',
  tool: TOOL_DEF,
})
