import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { stakerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema } from './position.ts'
import { StakeResultSchema, settleStake } from './settle-stake.ts'
import {
  assertOwn,
  buildStake,
  IncentiveSchema,
  incentiveIdOf,
  readDeposit,
  resolveIncentive,
} from './staker.ts'

/** Stake a V3 position in an incentive. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_stake_position',
  description: 'Deposit a Uniswap V3 position with the staker and stake it in an incentive.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'incentive'],
  spriteTrigger: 'executing',
  promptSnippet:
    "uniswap_stake_position hands an own Uniswap V3 position to the staker, which books it as the account's, and stakes it in one incentive of its pool.",
  promptGuidelines: [
    'While it is staked a position cannot be changed and its fees cannot be collected: unstake it first.',
    'Take the incentive as uniswap_list_incentives names it.',
  ],
  supportedChains: chainsOf(BASE, 'staker'),
  input: Type.Object(
    { positionId: PositionIdSchema, incentive: IncentiveSchema },
    { additionalProperties: false },
  ),
  output: StakeResultSchema,
  errorCodes: [
    ...OWN_POSITION_ERROR_CODES,
    'UNKNOWN_TOKEN',
    'INSUFFICIENT_LIQUIDITY',
    'INCENTIVE_NOT_FOUND',
    'INCENTIVE_NOT_OPEN',
    'INVALID_PARAMS',
    'CHAIN_READ_FAILED',
  ],
  async plan({ positionId, incentive }, ctx) {
    ctx.step('position')
    const deposit = await readDeposit(ctx, positionId)
    const { id, owner, liquidity, pool } = deposit.position
    assertOwn(positionId, deposit.depositor ?? owner, ctx.account)
    if (liquidity === 0n) {
      const subject = `position ${positionId}`
      throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: 0n, expected: 1n })
    }
    ctx.step('incentive')
    const key = await resolveIncentive(ctx, pool, incentive)
    const incentiveId = incentiveIdOf(key)
    const staker = { address: BASE.at(ctx.book, 'staker'), abi: stakerAbi } as const
    const [[[unclaimed], [, staked]], { timestamp }] = await Promise.all([
      ctx.chain.multicall({
        ...inOneCall(ctx.book),
        allowFailure: false,
        contracts: [
          { ...staker, functionName: 'incentives', args: [incentiveId] },
          { ...staker, functionName: 'stakes', args: [id, incentiveId] },
        ],
      }),
      ctx.chain.getBlock(),
    ])
    if (unclaimed === 0n) throw BASE.error('INCENTIVE_NOT_FOUND', { incentive: incentiveId, pool })
    if (timestamp < key.startTime || timestamp >= key.endTime) {
      const { startSeconds: start, endSeconds: end } = incentive
      throw BASE.error('INCENTIVE_NOT_OPEN', { start, end, now: Number(timestamp) })
    }
    // The staker books nothing of a position that it does not have.
    if (staked !== 0n && isAddressEqual(owner, staker.address)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/incentive',
        problem: `position ${positionId} is staked in it already`,
      })
    }
    return planTransaction([buildStake(ctx, deposit, key)], {})
  },
  settle: settleStake,
})
