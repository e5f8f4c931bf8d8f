import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT, PositionIdSchema, readPosition } from './position.ts'

/** Read one V4 position: pool key, range, liquidity, amounts and fees. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v4_position',
  description: 'Read one Uniswap V4 position: pool key, range, liquidity, amounts and uncollected fees.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v4_position reads one Uniswap V4 position NFT: the key of its pool, its range, liquidity, what that would pay out now, and uncollected fees.',
  promptGuidelines: [
    'What a hook takes when liquidity leaves is not deducted: hook_test_exit_safety tries it.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: Type.Object(POSITION_OUTPUT),
  errorCodes: ['POSITION_NOT_FOUND', 'CHAIN_READ_FAILED', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ positionId }, ctx) {
    ctx.step('read')
    return describePosition(await readPosition(ctx, positionId))
  },
})
