import type { Address } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionIdSchema } from './position.ts'
import { StakeResultSchema, settleStake } from './settle-stake.ts'
import {
  assertDeposited,
  assertOwn,
  buildReturn,
  IncentiveSchema,
  readDeposit,
  readStakes,
  STAKE_ERROR_CODES,
  type Stake,
} from './staker.ts'

/** Once an incentive has ended a share of its reward falls with every second that others wait. */
const REWARDS_TOLERANCE_BPS = 100

/** Unstake a V3 position everywhere and take it back. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_unstake_position',
  description: 'End every stake of a Uniswap V3 position, claim its rewards and take the position back.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['deposit', 'stakes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_unstake_position ends every stake of an own Uniswap V3 position, claims what they earned and brings the position back, in one transaction.',
  promptGuidelines: [
    'With keepRewards they stay claimable, for a reward token that refuses to pay.',
    'Incentives older than 10 000 blocks have to be named.',
  ],
  supportedChains: chainsOf(BASE, 'staker'),
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      incentives: Type.Optional(Type.Array(IncentiveSchema, { minItems: 1, maxItems: 8 })),
      keepRewards: Type.Optional(Type.Boolean({ description: 'leave the rewards with the staker' })),
    },
    { additionalProperties: false },
  ),
  output: StakeResultSchema,
  errorCodes: [...STAKE_ERROR_CODES, 'POSITION_NOT_STAKED', 'POSITION_NOT_OWNED', 'CHAIN_READ_FAILED'],
  async plan({ positionId, incentives, keepRewards = false }, ctx) {
    ctx.step('deposit')
    const deposit = await readDeposit(ctx, positionId)
    assertOwn(positionId, assertDeposited(deposit), ctx.account)
    ctx.step('stakes')
    const stakes = await readStakes(ctx, deposit, incentives)
    const claims = keepRewards ? new Map<Address, bigint>() : sumClaims(stakes)
    return planTransaction(buildReturn(ctx, deposit.position.id, stakes, claims), {
      assets: [...claims].map(([token, deltaBaseUnits]) => ({ token, account: ctx.account, deltaBaseUnits })),
      toleranceBps: REWARDS_TOLERANCE_BPS,
    })
  },
  settle: settleStake,
})

/** What there is of each token by now: what a few seconds more would bring stays for another time. */
function sumClaims(stakes: readonly Stake[]): ReadonlyMap<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const { key, earned, unclaimed } of stakes) {
    const sum = (sums.get(key.rewardToken) ?? unclaimed) + earned
    if (sum > 0n) sums.set(key.rewardToken, sum)
  }
  return sums
}
