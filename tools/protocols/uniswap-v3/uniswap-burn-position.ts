import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { buildBurn, PositionChangeSchema, settlePosition } from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'

/** Burn the NFT of an emptied V3 position. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_burn_position',
  description: 'Burn the NFT of an emptied Uniswap V3 position.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_burn_position burns the NFT of an own Uniswap V3 position that has neither liquidity nor uncollected tokens, to tidy up the list of positions.',
  promptGuidelines: ['To end a position that still holds something use uniswap_close_position.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'POSITION_NOT_EMPTY'],
  async plan({ positionId }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    const { liquidity, owed } = position
    if (liquidity !== 0n || owed.amount0 !== 0n || owed.amount1 !== 0n) {
      throw new ToolError('POSITION_NOT_EMPTY', {
        positionId,
        found: `liquidity ${liquidity} and ${owed.amount0}/${owed.amount1} base units owed`,
      })
    }
    return planTransaction([buildBurn(ctx, position)], {})
  },
  settle: settlePosition,
})
