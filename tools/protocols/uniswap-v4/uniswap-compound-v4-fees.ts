import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  buildIncrease,
  buildPayout,
  fitDeposit,
  PositionChangeSchema,
  planParts,
  settlePosition,
} from './liquidity.ts'
import { readPermit2 } from './payment.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'
import { tooLittle } from './too-little.ts'

/** Add a V4 position's fees back to it. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_compound_v4_fees',
  description: "Collect a Uniswap V4 position's fees and add them back to it.",
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_compound_v4_fees collects what an own Uniswap V4 position earned and adds as much of it to its liquidity as the price range takes; the rest stays in the account.',
  promptGuidelines: [
    'Nothing is swapped: of fees off the ratio of the range a part is left over.',
    'Look at uniswap_get_v4_position_fees first: small fees are not worth the gas.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('position')
    const [position, permit2] = await Promise.all([readOwnPosition(ctx, positionId), readPermit2(ctx)])
    const { pool } = position
    const deposit = fitDeposit(position.sqrtPriceX96, position, position.fees, slippageBps)
    if (deposit === undefined) throw tooLittle(`what position ${positionId} earned`)
    return planParts(
      ctx,
      pool,
      [
        buildPayout(ctx, position, { liquidity: 0n, slippageBps }),
        buildIncrease(ctx, position.id, { pool, permit2, deposit }),
      ],
      { positions: [{ id: position.id, liquidity: deposit.liquidity }], toleranceBps: slippageBps },
    )
  },
  settle: settlePosition,
})
