import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-remove-v2-liquidity.ts'

/** Take a share of the own liquidity out of a pair. */
export const ACTION = defineAction({
  kind: 'remove-pair-liquidity',
  description: 'Take a share of the own liquidity out of a pair.',
  tool: TOOL_DEF,
})
