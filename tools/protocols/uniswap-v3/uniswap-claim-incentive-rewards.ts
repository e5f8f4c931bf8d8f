import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { stakerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { StakeResultSchema, settleStake } from './settle-stake.ts'
import { buildClaim } from './staker.ts'

/** Claim rewards of stakes that ended. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_claim_incentive_rewards',
  description: 'Claim liquidity-mining rewards of stakes that ended to the account.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['rewards'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_claim_incentive_rewards claims all that the Uniswap V3 staker holds for the account of one reward token, from stakes that ended.',
  promptGuidelines: ['What a running stake earned is claimed by uniswap_unstake_position.'],
  supportedChains: chainsOf(BASE, 'staker'),
  input: Type.Object({ rewardToken: TokenSchema }, { additionalProperties: false }),
  output: StakeResultSchema,
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'ZERO_AMOUNT', 'CHAIN_READ_FAILED'],
  async plan({ rewardToken }, ctx) {
    const { address: token, symbol } = await resolveErc20(ctx, rewardToken)
    ctx.step('rewards')
    const owed = await ctx.chain.readContract({
      address: BASE.at(ctx.book, 'staker'),
      abi: stakerAbi,
      functionName: 'rewards',
      args: [token, ctx.account],
    })
    if (owed === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: `${symbol} rewards of the account` })
    return planTransaction([buildClaim(ctx, token, owed)], {
      assets: [{ token, account: ctx.account, deltaBaseUnits: owed }],
    })
  },
  settle: settleStake,
})
