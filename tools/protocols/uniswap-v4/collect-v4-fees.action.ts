import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-collect-v4-fees.ts'

/** Collect the fees of a position of a Uniswap V4 pool. */
export const ACTION = defineAction({
  kind: 'collect-v4-fees',
  description: 'Collect the fees of a position of a Uniswap V4 pool.',
  tool: TOOL_DEF,
})
