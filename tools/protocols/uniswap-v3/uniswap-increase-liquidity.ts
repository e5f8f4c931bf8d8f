import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  buildCollection,
  buildDeposit,
  buildIncrease,
  fitBudget,
  PositionChangeSchema,
  planParts,
  settlePosition,
} from './liquidity.ts'
import { poolOf, resolvePair } from './pool.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition, valuePosition } from './position.ts'

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
    'What the position earned is collected before.',
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
    'CHAIN_READ_FAILED',
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
    const valued = await valuePosition(ctx, position)
    const amounts = [BigInt(params.amountABaseUnits), BigInt(params.amountBBaseUnits)] as const
    const [amount0, amount1] = pool.token0 === a ? amounts : [amounts[1], amounts[0]]
    const { offered, taken } = fitBudget({ state: valued, range: position, amount0, amount1 })
    const call = buildIncrease(ctx, position, { offered, taken, slippageBps })
    return planParts(
      ctx,
      position,
      [
        // What is earned until then as well: a payment that books fees is one of which no loss would show.
        position.liquidity > 0n ? buildCollection(ctx, valued) : undefined,
        buildDeposit(ctx, { tokens: position, offered, taken, calls: [call] }),
      ],
      { positions: [{ id: position.id, liquidity: taken.liquidity }], toleranceBps: slippageBps },
    )
  },
  settle: settlePosition,
})
