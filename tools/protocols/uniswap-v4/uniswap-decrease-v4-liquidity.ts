import { chainsOf } from '../../core/base.ts'
import { BpsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { buildPayout, PositionChangeSchema, planParts, settlePosition } from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'
import { tooLittle } from './too-little.ts'

/** Take a part of a V4 position's liquidity out, with its fees. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_decrease_v4_liquidity',
  description: "Take a share of a Uniswap V4 position's liquidity out, with all of its fees.",
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_decrease_v4_liquidity takes a share of the liquidity of an own Uniswap V4 position out, with minimums, and all that it earned with it.',
  promptGuidelines: ['The NFT stays; to end a position use uniswap_close_v4_position.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      shareBps: Type.Integer({
        ...BpsSchema,
        minimum: 1,
        description: 'share of its liquidity, basis points; 10000 is everything',
      }),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ positionId, shareBps, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    const liquidity = (position.liquidity * BigInt(shareBps)) / 10_000n
    if (liquidity === 0n) throw tooLittle(`position ${positionId}`)
    return planParts(ctx, position.pool, [buildPayout(ctx, position, { liquidity, slippageBps })], {
      positions: [{ id: position.id, liquidity: -liquidity }],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePosition,
})
