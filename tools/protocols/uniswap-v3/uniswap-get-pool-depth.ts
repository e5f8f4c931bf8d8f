import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { MAX_SQRT_RATIO, MIN_SQRT_RATIO, squareRoot } from '../../kit/concentrated-liquidity.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { swapAlong } from './analysis/swap-curve.ts'
import { BASE } from './base.ts'
import { describePool, POOL_OUTPUT, POOL_PARAMETERS, readPoolState, resolvePool } from './pool.ts'
import { readTicks } from './ticks.ts'

const USUAL_CHANGES_BPS = [10, 50, 100, 200, 500]

const SideSchema = Type.Object({
  /** Whole token1 for one whole token0. */
  priceAfter0In1: Type.String(),
  sqrtPriceAfterX96: BaseUnitsSchema,
  /** Fee included. */
  amountInBaseUnits: BaseUnitsSchema,
  amountOutBaseUnits: BaseUnitsSchema,
  /** False when the ticks that were read do not reach that far: the amounts are what they reach to. */
  isComplete: Type.Boolean(),
})

/** Tell how much of each token moves a V3 pool's price by given percentages. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_pool_depth',
  description: "Tell how much of each token moves a Uniswap V3 pool's price by given percentages.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['pool', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_pool_depth tells how much of either token has to be sold into a Uniswap V3 pool to move its price by given basis points, and what comes out.',
  promptGuidelines: [
    'Selling token0 lowers the price, selling token1 raises it; the fee is part of the input.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      changesBps: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 9_000 }), {
          minItems: 1,
          maxItems: 20,
          description: 'changes of the price, basis points; 10, 50, 100, 200 and 500 by default',
        }),
      ),
      wordsEachSide: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30, description: 'bitmap words on either side, 4 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    tick: Type.Integer(),
    price0In1: Type.String(),
    levels: Type.Array(
      Type.Object({
        changeBps: Type.Integer(),
        /** Token0 in, token1 out. */
        down: SideSchema,
        /** Token1 in, token0 out. */
        up: SideSchema,
      }),
    ),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ changesBps = USUAL_CHANGES_BPS, wordsEachSide = 4, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('pool')
    const state = await readPoolState(ctx, pool)
    ctx.step('ticks')
    const around = await readTicks(ctx, pool, state, wordsEachSide)
    const curve = { ...state, ...around, feeTier: pool.feeTier }
    const describe = (zeroForOne: boolean, changeBps: number) => {
      const factorBps = BigInt(10_000 + (zeroForOne ? -changeBps : changeBps))
      const wanted = squareRoot((state.sqrtPriceX96 ** 2n * factorBps) / 10_000n)
      const sqrtLimitX96 =
        wanted <= MIN_SQRT_RATIO
          ? MIN_SQRT_RATIO + 1n
          : wanted >= MAX_SQRT_RATIO
            ? MAX_SQRT_RATIO - 1n
            : wanted
      const swap = swapAlong(curve, zeroForOne, { sqrtLimitX96 })
      return {
        priceAfter0In1: renderPoolPrice(swap.curve.sqrtPriceX96, pool.token0, pool.token1),
        sqrtPriceAfterX96: swap.curve.sqrtPriceX96.toString(),
        amountInBaseUnits: swap.amountIn.toString(),
        amountOutBaseUnits: swap.amountOut.toString(),
        isComplete: swap.isComplete,
      }
    }
    return {
      ...describePool(pool),
      tick: state.tick,
      price0In1: renderPoolPrice(state.sqrtPriceX96, pool.token0, pool.token1),
      levels: changesBps.map((changeBps) => ({
        changeBps,
        down: describe(true, changeBps),
        up: describe(false, changeBps),
      })),
    }
  },
})
