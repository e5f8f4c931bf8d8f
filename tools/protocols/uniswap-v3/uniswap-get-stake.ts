import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionIdSchema } from './position.ts'
import {
  assertDeposited,
  describeKey,
  IncentiveSchema,
  readDeposit,
  readStakes,
  STAKE_ERROR_CODES,
} from './staker.ts'

/** Show a position that lies with the staker, its incentives and what it earned. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_stake',
  description: 'Show a staked Uniswap V3 position: its depositor, its incentives and the rewards so far.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['deposit', 'stakes'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_stake shows in which incentives a Uniswap V3 position is staked, and what it earned in each until now.',
  promptGuidelines: ['Incentives older than 10 000 blocks have to be named.'],
  supportedChains: chainsOf(BASE, 'staker'),
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      incentives: Type.Optional(Type.Array(IncentiveSchema, { minItems: 1, maxItems: 8 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    positionId: PositionIdSchema,
    depositor: AddressSchema,
    pool: AddressSchema,
    stakes: Type.Array(
      Type.Object({
        incentiveId: HashSchema,
        rewardToken: AddressSchema,
        startSeconds: Type.Integer(),
        endSeconds: Type.Integer(),
        refundee: AddressSchema,
        /** Liquidity that shares in the reward while the price is in the position's range. */
        liquidity: Type.String(),
        /** What unstaking would book now. */
        earnedBaseUnits: BaseUnitsSchema,
        /** What the depositor has not claimed of this token, from stakes that ended. */
        unclaimedBaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [...STAKE_ERROR_CODES, 'POSITION_NOT_STAKED', 'CHAIN_READ_FAILED'],
  async read({ positionId, incentives }, ctx) {
    ctx.step('deposit')
    const deposit = await readDeposit(ctx, positionId)
    const depositor = assertDeposited(deposit)
    ctx.step('stakes')
    const stakes = await readStakes(ctx, deposit, incentives)
    return {
      positionId,
      depositor,
      pool: deposit.position.pool,
      stakes: stakes.map(({ key, incentiveId, liquidity, earned, unclaimed }) => ({
        incentiveId,
        ...describeKey(key),
        liquidity: liquidity.toString(),
        earnedBaseUnits: earned.toString(),
        unclaimedBaseUnits: unclaimed.toString(),
      })),
    }
  },
})
