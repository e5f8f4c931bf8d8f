import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { rewardsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertThere, deltaOf } from './lending.ts'
import { readClaimable } from './rewards.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Rewards grow by the second: what comes may be more than what was read, by as much as a few blocks bring. */
const REWARDS_TOLERANCE_BPS = 100

/** Claim every reward of the account to itself. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_claim_rewards',
  description: 'Claim incentive rewards of Aave V3 to the account.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['rewards'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_claim_rewards claims all incentive rewards that the account earned by supplying to or borrowing from Aave V3, to the account itself.',
  promptGuidelines: [
    'See what there is with aave_get_claimable_rewards; small rewards do not pay for the gas.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({}, { additionalProperties: false }),
  output: LendingResultSchema,
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN', 'NOTHING_THERE'],
  async plan(_, ctx) {
    ctx.step('rewards')
    const { assets, rewards } = await readClaimable(ctx, ctx.account)
    assertThere(BigInt(rewards.length), 'reward', 'Aave V3')
    const data = encodeFunctionData({
      abi: rewardsAbi,
      functionName: 'claimAllRewards',
      args: [assets, ctx.account],
    })
    return planTransaction([{ to: BASE.on(ctx.book).rewards, valueWei: 0n, data }], {
      assets: rewards.map(({ token, amountBaseUnits }) =>
        deltaOf(ctx.account, token.address, amountBaseUnits),
      ),
      toleranceBps: REWARDS_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
