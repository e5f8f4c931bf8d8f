import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-stake-position.ts'

/** Stake a liquidity position in an incentive. */
export const ACTION = defineAction({
  kind: 'stake-liquidity',
  description: 'Stake a liquidity position in an incentive.',
  tool: TOOL_DEF,
})
