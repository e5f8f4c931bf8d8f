import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT } from './describe-position.ts'
import { PositionIdSchema, readPosition, valuePosition } from './position.ts'

/** Read one V3 position NFT: range, liquidity, token amounts and in-range status. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_position',
  description: 'Read one Uniswap V3 position NFT: range, liquidity, token amounts, fees and in-range status.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_position reads one Uniswap V3 position by its NFT id: owner, price range, liquidity, what it holds of both tokens now and whether it earns fees.',
  promptGuidelines: ['A position out of range holds one token only and earns nothing.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: Type.Object(POSITION_OUTPUT),
  errorCodes: ['POSITION_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ positionId }, ctx) {
    ctx.step('position')
    const position = await readPosition(ctx, positionId)
    ctx.step('pool')
    return describePosition(await valuePosition(ctx, position))
  },
})
