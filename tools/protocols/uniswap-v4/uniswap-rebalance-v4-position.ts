import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { RANGE_PARAMETERS, resolveRange } from '../../kit/tick-range.ts'
import { BASE } from './base.ts'
import {
  buildMint,
  buildPayout,
  fitDeposit,
  PositionChangesSchema,
  planParts,
  settlePositions,
} from './liquidity.ts'
import { readPermit2 } from './payment.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'
import { tooLittle } from './too-little.ts'

/** Move a V4 position to a new range. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_rebalance_v4_position',
  description: 'Move a Uniswap V4 position to a new price range of its pool, fees included.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_rebalance_v4_position burns an own Uniswap V4 position and opens one in a new price range of its pool with what that paid, in one transaction.',
  promptGuidelines: [
    'Nothing is swapped: what is off the ratio of the new range stays in the account.',
    'The new position has a new id.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, ...RANGE_PARAMETERS, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangesSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'INVALID_PARAMS', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    ctx.step('position')
    const [position, permit2] = await Promise.all([readOwnPosition(ctx, positionId), readPermit2(ctx)])
    const { pool, tick, sqrtPriceX96, liquidity } = position
    const range = resolveRange(params, { tick, tickSpacing: pool.key.tickSpacing })
    const payout = buildPayout(ctx, position, { liquidity, slippageBps, burn: true })
    const deposit = fitDeposit(sqrtPriceX96, range, payout.change, slippageBps)
    if (deposit === undefined) throw tooLittle(`what position ${positionId} pays out`)
    return planParts(ctx, pool, [payout, buildMint(ctx, range, { pool, permit2, deposit })], {
      positions: [
        { id: position.id, liquidity: -liquidity },
        { id: 'new', liquidity: deposit.liquidity },
      ],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePositions,
})
