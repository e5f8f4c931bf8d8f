import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { PositionChangeSchema, planCollect, settlePosition } from './liquidity.ts'
import {
  assertOfPosition,
  LeftTokenSchema,
  OWN_POSITION_ERROR_CODES,
  PositionIdSchema,
  readOwnPosition,
  valuePosition,
} from './position.ts'

/** Collect accrued fees of a V3 position without touching its liquidity. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_collect_fees',
  description: 'Collect accrued fees of a Uniswap V3 position without touching its liquidity.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_collect_fees pays out everything that an own Uniswap V3 position has earned and is owed; its liquidity stays as it is.',
  promptGuidelines: [
    'Look at uniswap_get_position_fees first: small fees are not worth the gas.',
    'Where one of its tokens cannot be paid out, leave that as leftToken: the other one comes.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { positionId: PositionIdSchema, leftToken: LeftTokenSchema },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'CHAIN_READ_FAILED', 'ZERO_AMOUNT', 'INVALID_PARAMS'],
  async plan(params, ctx) {
    ctx.step('position')
    const position = await readOwnPosition(ctx, params.positionId)
    assertOfPosition(position, params.leftToken)
    ctx.step('pool')
    const valued = await valuePosition(ctx, position)
    const plan = planCollect(ctx, valued, params.leftToken)
    if (plan.expectation.assets.length === 0) {
      throw new ToolError('ZERO_AMOUNT', { parameter: `fees of position ${params.positionId}` })
    }
    return plan
  },
  settle: settlePosition,
})
