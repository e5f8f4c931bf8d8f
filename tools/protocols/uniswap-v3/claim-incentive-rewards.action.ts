import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './uniswap-claim-incentive-rewards.ts'

/** Claim rewards of stakes that ended. */
export const ACTION = defineAction({
  kind: 'claim-incentive-rewards',
  description: 'Claim rewards of stakes that ended.',
  tool: TOOL_DEF,
})
