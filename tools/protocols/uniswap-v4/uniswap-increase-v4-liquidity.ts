import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { isCurrency0, resolvePair } from './currency.ts'
import {
  buildIncrease,
  buildPayout,
  fitDeposit,
  PositionChangeSchema,
  planParts,
  settlePosition,
} from './liquidity.ts'
import { readPermit2 } from './payment.ts'
import { OWN_POSITION_ERROR_CODES, PositionIdSchema, readOwnPosition } from './position.ts'
import { tooLittle } from './too-little.ts'

/** Add liquidity to a V4 position. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_increase_v4_liquidity',
  description: 'Add liquidity to an existing Uniswap V4 position of the account.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['position'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_increase_v4_liquidity adds at most the given amounts of both tokens to an own Uniswap V4 position at its price range and leaves no allowance.',
  promptGuidelines: [
    'tokenA and tokenB are the tokens of the position, in any order; ETH is the native coin.',
    'What the position earned is paid out before.',
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
  errorCodes: [...OWN_POSITION_ERROR_CODES, 'SAME_TOKEN', 'INVALID_PARAMS', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
    ctx.step('position')
    const [position, permit2] = await Promise.all([readOwnPosition(ctx, params.positionId), readPermit2(ctx)])
    const { pool } = position
    const isFirst = isCurrency0(a, b)
    const [first, second] = isFirst ? [a, b] : [b, a]
    if (first.address !== pool.token0.address || second.address !== pool.token1.address) {
      const problem = `position ${params.positionId} is of ${pool.token0.symbol} and ${pool.token1.symbol}`
      throw new ToolError('INVALID_PARAMS', { path: '/tokenA', problem })
    }
    const amounts = [BigInt(params.amountABaseUnits), BigInt(params.amountBBaseUnits)] as const
    const [amount0, amount1] = isFirst ? amounts : [amounts[1], amounts[0]]
    const deposit = fitDeposit(position.sqrtPriceX96, position, { amount0, amount1 }, slippageBps)
    if (deposit === undefined) throw tooLittle(`position ${params.positionId}`)
    // What is earned until then as well: a payment that fees lower is one of which no loss would show.
    const payout = position.liquidity > 0n ? [buildPayout(ctx, position, { liquidity: 0n, slippageBps })] : []
    return planParts(ctx, pool, [...payout, buildIncrease(ctx, position.id, { pool, permit2, deposit })], {
      positions: [{ id: position.id, liquidity: deposit.liquidity }],
      toleranceBps: slippageBps,
    })
  },
  settle: settlePosition,
})
