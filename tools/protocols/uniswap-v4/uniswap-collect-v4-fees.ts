import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import {
  buildPayout,
  FEE_TOLERANCE_BPS,
  hasFees,
  PositionChangeSchema,
  planParts,
  settlePosition,
} from './liquidity.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'

/** Collect a V4 position's fees. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_collect_v4_fees',
  description: 'Collect the fees of a Uniswap V4 position without touching its liquidity.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_collect_v4_fees pays out all of what an own Uniswap V4 position earned in both tokens since the last time; its liquidity stays.',
  promptGuidelines: ['Look at uniswap_get_v4_position_fees first: small fees are not worth the gas.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ positionId: PositionIdSchema }, { additionalProperties: false }),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'ZERO_AMOUNT'],
  async plan({ positionId }, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, positionId)
    if (!hasFees(position)) {
      throw new ToolError('ZERO_AMOUNT', { parameter: `what position ${positionId} earned` })
    }
    return planParts(ctx, position.pool, [buildPayout(ctx, position, { liquidity: 0n, slippageBps: 0 })], {
      positions: [],
      toleranceBps: FEE_TOLERANCE_BPS,
    })
  },
  settle: settlePosition,
})
