import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  buildCollection,
  buildDeposit,
  buildIncrease,
  PositionChangeSchema,
  planParts,
  settlePosition,
} from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition, valuePosition } from './position.ts'
import { fitLiquidity } from './range.ts'

/** Collect a V3 position's fees and add them back to it. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_compound_fees',
  description: "Collect a Uniswap V3 position's fees and add them back to it.",
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_compound_fees collects what an own Uniswap V3 position earned and adds as much of it to its liquidity as the price range takes; the rest stays in the account.',
  promptGuidelines: [
    'Nothing is swapped: of fees off the ratio of the range a part is left over.',
    'Look at uniswap_get_position_fees first: small fees are not worth the gas.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'CHAIN_READ_FAILED', 'ZERO_AMOUNT'],
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    ctx.step('pool')
    const valued = await valuePosition(ctx, position)
    const offered = fitLiquidity(valued.sqrtPriceX96, position, valued.collectable)
    const taken = fitLiquidity(valued.sqrtPriceX96, position, offered)
    if (taken.liquidity === 0n) {
      throw new ToolError('ZERO_AMOUNT', {
        parameter: `what the range of position ${positionId} takes of its fees`,
      })
    }
    const call = buildIncrease(ctx, position, { offered, taken, slippageBps })
    const deposit = buildDeposit(ctx, { tokens: position, offered, taken, calls: [call] })
    return planParts(ctx, position, [buildCollection(ctx, valued), deposit], {
      positions: [{ id: positionId, liquidity: taken.liquidity }],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePosition,
})
