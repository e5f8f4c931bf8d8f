import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { buildIncrease, fitBudget, PositionChangeSchema, planDeposit, settlePosition } from './liquidity.ts'
import { poolOf, readPoolState, resolvePair } from './pool.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'

/** Add tokens to an existing V3 position. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_increase_liquidity',
  description: 'Add tokens to an existing Uniswap V3 position of the account.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position', 'pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_increase_liquidity adds at most the given amounts of both tokens to an own Uniswap V3 position at its price range and leaves no allowance.',
  promptGuidelines: [
    'tokenA and tokenB are the tokens of the position, in any order.',
    'Fees are credited by this but not collected.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      positionId: PositionIdSchema,
      tokenA: TokenSchema,
      tokenB: TokenSchema,
      amountABaseUnits: BaseUnitsSchema,
      amountBBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [
    ...OWN_POSITION_ERROR_CODES,
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'INVALID_PARAMS',
    'INVALID_RANGE',
    'POOL_NOT_FOUND',
  ],
  async plan(params, ctx) {
    const { slippageBps = DEFAULT_SLIPPAGE_BPS } = params
    const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
    ctx.step('position')
    const position = await readOwnPosition(ctx, params.positionId)
    const pool = poolOf(ctx, a, b, position.feeTier)
    if (!isAddressEqual(pool.address, position.pool)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/tokenA',
        problem: `position ${params.positionId} is of ${position.token0} and ${position.token1}`,
      })
    }
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    const amounts = [BigInt(params.amountABaseUnits), BigInt(params.amountBBaseUnits)] as const
    const [amount0, amount1] = pool.token0 === a ? amounts : [amounts[1], amounts[0]]
    const { offered, taken } = fitBudget({ pool, state, range: position, amount0, amount1 })
    return planDeposit(ctx, {
      tokens: position,
      offered,
      taken,
      slippageBps,
      positionId: params.positionId,
      call: buildIncrease(ctx, position, { offered, taken, slippageBps }),
    })
  },
  settle: settlePosition,
})
