import { defineAction } from '../../core/action.ts'
import { TOOL_DEF } from './aave-claim-rewards.ts'

/** Claim the incentive rewards of Aave V3. */
export const ACTION = defineAction({
  kind: 'claim-rewards',
  description: 'Claim the incentive rewards of Aave V3.',
  tool: TOOL_DEF,
})
