import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import {
  getSqrtRatioAtTick,
  getTickAtSqrtRatio,
  MAX_TICK,
  MIN_TICK,
} from '../../kit/concentrated-liquidity.ts'
import { PRICE_PATTERN, parsePrice } from '../../kit/pool-price.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import {
  buildMint,
  fitBudget,
  PositionChangeSchema,
  planDeposit,
  settlePosition,
  tokensOf,
} from './liquidity.ts'
import { PAIR_PARAMETERS, poolOf, readPoolState, resolvePair } from './pool.ts'
import { BUDGET_ERROR_CODES } from './range.ts'

/** Mint a one-sided V3 position that works as a limit order. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_place_range_order',
  description: 'Mint a one-sided Uniswap V3 position that works as a limit order.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['pool'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_place_range_order sells a token at a better price than the present one by a narrow Uniswap V3 position beside it, which turns into the other token as the price passes.',
  promptGuidelines: [
    'Close it with uniswap_close_position once filled: if the price comes back, it turns back.',
    'price is whole tokenOut for one whole tokenIn, above the present one; the order fills from there on.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      feeTier: PAIR_PARAMETERS.feeTier,
      amountInBaseUnits: BaseUnitsSchema,
      price: Type.String({
        pattern: PRICE_PATTERN,
        description: 'whole tokenOut for one whole tokenIn from which on it sells, as a decimal string',
      }),
      widthSpacings: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000,
          description: 'width in tick spacings of the pool, 1 by default',
        }),
      ),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: PositionChangeSchema,
  errorCodes: [...BUDGET_ERROR_CODES, 'ZERO_AMOUNT'],
  async plan({ feeTier, widthSpacings = 1, slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const [tokenIn, tokenOut] = await resolvePair(ctx, params.tokenIn, params.tokenOut)
    const pool = poolOf(ctx, tokenIn, tokenOut, feeTier)
    const sells0 = pool.token0 === tokenIn
    const sqrtPriceX96 = parsePrice(params.price, {
      base: tokenIn,
      quote: tokenOut,
      baseIsToken0: sells0,
      path: '/price',
    })
    const below = getTickAtSqrtRatio(sqrtPriceX96)
    const above = getSqrtRatioAtTick(below) < sqrtPriceX96 ? below + 1 : below
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    const { tickSpacing } = state
    const width = widthSpacings * tickSpacing
    // A range above the price holds token0 alone, and one below it token1.
    const near = (sells0 ? Math.ceil(above / tickSpacing) : Math.floor(below / tickSpacing)) * tickSpacing
    const [tickLower, tickUpper] = sells0 ? [near, near + width] : [near - width, near]
    const isAside = sells0 ? tickLower > state.tick : tickUpper <= state.tick
    const isPossible = tickLower >= MIN_TICK && tickUpper <= MAX_TICK
    if (!isAside || !isPossible) {
      throw BASE.error('INVALID_RANGE', {
        lower: tickLower,
        upper: tickUpper,
        problem: isPossible
          ? `the price ${params.price} is not better than the present one, at tick ${state.tick}`
          : 'it goes beyond what a pool can have',
      })
    }
    const range = { tickLower, tickUpper }
    const [amount0, amount1] = sells0 ? [amountIn, 0n] : [0n, amountIn]
    const { offered, taken } = fitBudget({ state, range, amount0, amount1 })
    const call = buildMint(ctx, { pool, range, offered, taken, slippageBps })
    return planDeposit(ctx, { tokens: tokensOf(pool), offered, taken, slippageBps, positionId: 'new', call })
  },
  settle: settlePosition,
})
