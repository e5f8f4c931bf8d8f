import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import {
  getAmountsForLiquidity,
  getLiquidityForAmounts,
  MAX_TICK,
  MIN_TICK,
  type TokenAmounts,
  toSqrtRange,
} from '../../kit/concentrated-liquidity.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, type Pool, type PoolState, poolOf, readPoolState, resolvePair } from './pool.ts'

/** Parameters that name a price range of a pool. */
export const RANGE_PARAMETERS = {
  tickLower: Type.Optional(
    Type.Integer({
      minimum: MIN_TICK,
      maximum: MAX_TICK,
      description: 'lower tick, in the order of the pool',
    }),
  ),
  tickUpper: Type.Optional(
    Type.Integer({
      minimum: MIN_TICK,
      maximum: MAX_TICK,
      description: 'upper tick, in the order of the pool',
    }),
  ),
  rangeTicks: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TICK,
      description:
        'instead of both ticks: distance of either end from the current tick; one tick is about 1 bps of price',
    }),
  ),
}

/** Parameters of a budget for a range; tokens come in any order. */
export const BUDGET_PARAMETERS = {
  ...PAIR_PARAMETERS,
  amountABaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenA to use, base units' }),
  amountBBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of tokenB to use, base units' }),
  ...RANGE_PARAMETERS,
}

const BudgetSchema = Type.Object({
  ...BUDGET_PARAMETERS,
  amountABaseUnits: Type.Optional(BaseUnitsSchema),
  amountBBaseUnits: Type.Optional(BaseUnitsSchema),
})

/** A tick range. */
export interface TickRange {
  readonly tickLower: number
  readonly tickUpper: number
}

/** Liquidity and what it takes of both tokens. */
export interface LiquidityAmounts extends TokenAmounts {
  readonly liquidity: bigint
}

/**
 * Settle the range that a caller named; a range around the current tick is widened to the tick spacing.
 *
 * @throws ToolError INVALID_RANGE, INVALID_PARAMS
 */
export function resolveRange(
  params: { readonly tickLower?: number; readonly tickUpper?: number; readonly rangeTicks?: number },
  { tick, tickSpacing }: Pick<PoolState, 'tick' | 'tickSpacing'>,
): TickRange {
  const { rangeTicks } = params
  let { tickLower, tickUpper } = params
  if (rangeTicks !== undefined && tickLower === undefined && tickUpper === undefined) {
    const lowest = Math.ceil(MIN_TICK / tickSpacing) * tickSpacing
    tickLower = Math.max(lowest, Math.floor((tick - rangeTicks) / tickSpacing) * tickSpacing)
    tickUpper = Math.min(-lowest, Math.ceil((tick + rangeTicks) / tickSpacing) * tickSpacing)
  }
  if (
    tickLower === undefined ||
    tickUpper === undefined ||
    (rangeTicks !== undefined && params.tickLower !== undefined)
  ) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/tickLower',
      problem: 'give either both of tickLower and tickUpper or rangeTicks',
    })
  }
  const refuse = (problem: string) =>
    BASE.error('INVALID_RANGE', { lower: tickLower, upper: tickUpper, problem })
  if (tickLower >= tickUpper) throw refuse('it is empty')
  if (tickLower % tickSpacing !== 0 || tickUpper % tickSpacing !== 0) {
    throw refuse(`the tick spacing of the pool is ${tickSpacing}`)
  }
  return { tickLower, tickUpper }
}

/**
 * Most liquidity that a budget pays for, and exactly what the pool takes for it.
 *
 * The amounts are what is to be offered: offering just these gives this liquidity at an unchanged price.
 */
export function fitLiquidity(sqrtPriceX96: bigint, range: TickRange, budget: TokenAmounts): LiquidityAmounts {
  const sqrtRange = toSqrtRange(range)
  const liquidity = getLiquidityForAmounts(sqrtPriceX96, sqrtRange, budget)
  const amounts = getAmountsForLiquidity(sqrtPriceX96, sqrtRange, liquidity, true)
  return { liquidity, ...amounts }
}

/** A budget for a range of a pool whose price was read. */
export interface ResolvedBudget {
  readonly pool: Pool
  readonly state: PoolState
  readonly range: TickRange
  /** Undefined where the caller set no limit. */
  readonly amount0: bigint | undefined
  readonly amount1: bigint | undefined
}

/**
 * Resolve pool, range and budget, in one request.
 *
 * @throws ToolError SAME_TOKEN, UNKNOWN_TOKEN, PROTOCOL_NOT_DEPLOYED, POOL_NOT_FOUND, INVALID_RANGE, INVALID_PARAMS
 */
export async function resolveBudget(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  params: Static<typeof BudgetSchema>,
): Promise<ResolvedBudget> {
  const [a, b] = await resolvePair(ctx, params.tokenA, params.tokenB)
  const pool = poolOf(ctx, a, b, params.feeTier)
  const state = await readPoolState(ctx, pool)
  const amountA = params.amountABaseUnits === undefined ? undefined : BigInt(params.amountABaseUnits)
  const amountB = params.amountBBaseUnits === undefined ? undefined : BigInt(params.amountBBaseUnits)
  const [amount0, amount1] = pool.token0 === a ? [amountA, amountB] : [amountB, amountA]
  return { pool, state, range: resolveRange(params, state), amount0, amount1 }
}

/** Codes that resolving a budget may raise. */
export const BUDGET_ERROR_CODES = [
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'PROTOCOL_NOT_DEPLOYED',
  'POOL_NOT_FOUND',
  'INVALID_RANGE',
  'INVALID_PARAMS',
] as const
