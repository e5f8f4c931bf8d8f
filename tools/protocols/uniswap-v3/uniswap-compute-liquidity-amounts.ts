import type { TokenInfo } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import {
  getAmountsForLiquidity,
  getSqrtRatioAtTick,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { renderPoolPrice } from '../../kit/pool-price.ts'
import { BASE } from './base.ts'
import { fitBudget } from './liquidity.ts'
import { describePool, POOL_OUTPUT } from './pool.ts'
import { BUDGET_ERROR_CODES, BUDGET_PARAMETERS, type ResolvedBudget, resolveBudget } from './range.ts'

const FEE_DENOMINATOR = 1_000_000n
const Q192 = 1n << 192n

/** Liquidity by which the ratio of a range's amounts is measured: large, so that rounding does not matter. */
const PROBE_LIQUIDITY = 1n << 110n

/** Compute liquidity and token amounts for a V3 range and budget, and the swap needed to match it. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_compute_liquidity_amounts',
  description:
    'Compute liquidity and token amounts for a Uniswap V3 range and budget, and the swap needed to match it.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['pool'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_compute_liquidity_amounts says how much of both tokens a Uniswap V3 range takes for a budget, what is left over, and which swap would use it all.',
  promptGuidelines: [
    'Leave an amount out to learn how much of that token the other one needs.',
    'Give both ticks, or rangeTicks for a range around the current price.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...BUDGET_PARAMETERS,
      amountABaseUnits: Type.Optional(BaseUnitsSchema),
      amountBBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    tick: Type.Integer(),
    tickLower: Type.Integer(),
    tickUpper: Type.Integer(),
    /** Whole token1 for one whole token0, at either end of the range. */
    priceLower0In1: Type.String(),
    priceUpper0In1: Type.String(),
    isInRange: Type.Boolean(),
    liquidity: BaseUnitsSchema,
    amount0BaseUnits: BaseUnitsSchema,
    amount1BaseUnits: BaseUnitsSchema,
    /** What the budget leaves over; zero where it was not limited. */
    unused0BaseUnits: BaseUnitsSchema,
    unused1BaseUnits: BaseUnitsSchema,
    /** Swap through the same pool, its price impact neglected, after which the budget fits; null if none. */
    matchingSwap: Type.Union([
      Type.Object({ tokenIn: AddressSchema, tokenOut: AddressSchema, amountInBaseUnits: BaseUnitsSchema }),
      Type.Null(),
    ]),
  }),
  errorCodes: BUDGET_ERROR_CODES,
  async read(params, ctx) {
    if (params.amountABaseUnits === undefined && params.amountBBaseUnits === undefined) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/amountABaseUnits',
        problem: 'give at least one of amountABaseUnits and amountBBaseUnits',
      })
    }
    ctx.step('pool')
    const budget = await resolveBudget(ctx, params)
    const { pool, state, range, amount0, amount1 } = budget
    const swap =
      amount0 === undefined || amount1 === undefined ? undefined : matchBudget(budget, { amount0, amount1 })
    const taken = amount0 === 0n || amount1 === 0n ? fitOneSided(budget) : fitBudget(budget).taken
    const unused = (limit: bigint | undefined, amount: bigint) =>
      (limit === undefined || limit < amount ? 0n : limit - amount).toString()
    return {
      ...describePool(pool),
      tick: state.tick,
      ...range,
      priceLower0In1: renderPoolPrice(getSqrtRatioAtTick(range.tickLower), pool.token0, pool.token1),
      priceUpper0In1: renderPoolPrice(getSqrtRatioAtTick(range.tickUpper), pool.token0, pool.token1),
      isInRange: state.tick >= range.tickLower && state.tick < range.tickUpper,
      liquidity: taken.liquidity.toString(),
      amount0BaseUnits: taken.amount0.toString(),
      amount1BaseUnits: taken.amount1.toString(),
      unused0BaseUnits: unused(amount0, taken.amount0),
      unused1BaseUnits: unused(amount1, taken.amount1),
      matchingSwap: swap
        ? {
            tokenIn: swap.tokenIn.address,
            tokenOut: swap.tokenOut.address,
            amountInBaseUnits: swap.amountIn.toString(),
          }
        : null,
    }
  },
})

/** A budget of one token may buy nothing before the matching swap; that is an answer here and no error. */
function fitOneSided(budget: ResolvedBudget) {
  try {
    return fitBudget(budget).taken
  } catch {
    return { liquidity: 0n, amount0: 0n, amount1: 0n }
  }
}

/**
 * Solve (a0 − x) / (a1 + x·p·(1 − f)) = r0 / r1 for the surplus x to sell, at a fixed price p and fee f; r0 and
 * r1 are what the range takes.
 */
function matchBudget(
  { pool, state, range }: ResolvedBudget,
  { amount0, amount1 }: TokenAmounts,
): { tokenIn: TokenInfo; tokenOut: TokenInfo; amountIn: bigint } | undefined {
  const wanted = getAmountsForLiquidity(state.sqrtPriceX96, toSqrtRange(range), PROBE_LIQUIDITY, false)
  const square = state.sqrtPriceX96 ** 2n
  const afterFee = FEE_DENOMINATOR - BigInt(pool.feeTier)
  const solve = (have: bigint, other: bigint, r: bigint, rOther: bigint, above: bigint, below: bigint) => {
    const surplus = have * rOther - other * r
    if (surplus <= 0n) return 0n
    return (surplus * below * FEE_DENOMINATOR) / (rOther * below * FEE_DENOMINATOR + r * above * afterFee)
  }
  const sell0 = solve(amount0, amount1, wanted.amount0, wanted.amount1, square, Q192)
  if (sell0 > 0n) return { tokenIn: pool.token0, tokenOut: pool.token1, amountIn: sell0 }
  const sell1 = solve(amount1, amount0, wanted.amount1, wanted.amount0, Q192, square)
  if (sell1 > 0n) return { tokenIn: pool.token1, tokenOut: pool.token0, amountIn: sell1 }
  return undefined
}
