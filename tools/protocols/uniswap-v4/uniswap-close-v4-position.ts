import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { buildPayout, PositionChangeSchema, planParts, settlePosition } from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'

/** Take everything out of a V4 position and burn it. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_close_v4_position',
  description: 'Take all liquidity and fees out of a Uniswap V4 position and burn its NFT.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_close_v4_position ends an own Uniswap V4 position: all of its liquidity, with minimums, and all that it earned comes back, and its NFT is burned.',
  promptGuidelines: ['To take out a part use uniswap_decrease_v4_liquidity.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: OWN_POSITION_ERROR_CODES,
  async plan({ positionId, slippageBps = DEFAULT_SLIPPAGE_BPS }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    const { liquidity } = position
    return planParts(
      ctx,
      position.pool,
      [buildPayout(ctx, position, { liquidity, slippageBps, burn: true })],
      { positions: [{ id: position.id, liquidity: -liquidity }], toleranceBps: slippageBps },
    )
  },
  settle: settlePosition,
})
