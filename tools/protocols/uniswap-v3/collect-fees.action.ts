import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-collect-fees.ts'

/** Collect a position's fees. */
export const ACTION = defineAction({
  kind: 'collect-fees',
  description: "Collect a position's fees.",
  tool: TOOL_DEF,
})
