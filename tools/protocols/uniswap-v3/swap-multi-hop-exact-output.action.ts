import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-execute-multihop-exact-output.ts'

/** Buy an exact amount along a given path of pools. */
export const ACTION = defineAction({
  kind: 'swap-multi-hop-exact-output',
  description: 'Buy an exact amount along a given path of pools.',
  tool: TOOL_DEF,
})
