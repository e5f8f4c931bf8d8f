import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { PositionChangeSchema, planWithdrawal, settlePosition } from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition, valuePosition } from './position.ts'

/** Remove all liquidity of a V3 position, collect everything and burn the NFT. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_close_position',
  description: 'Remove all liquidity of a Uniswap V3 position, collect everything and burn the NFT.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_close_position ends an own Uniswap V3 position in one transaction: all liquidity out, all fees collected, the position NFT burned.',
  promptGuidelines: ['This cannot be undone; a new position has to be opened to come back.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, slippageBps: SlippageSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'CHAIN_READ_FAILED'],
  async plan(params, ctx) {
    const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
    ctx.step('position')
    const position = await readOwnPosition(ctx, params.positionId)
    ctx.step('pool')
    const valued = await valuePosition(ctx, position)
    return planWithdrawal(ctx, valued, { liquidity: position.liquidity, slippageBps, burn: true })
  },
  settle: settlePosition,
})
