import { BaseUnitsSchema, Type } from '../../../core/schema.ts'
import {
  getAmountsForLiquidity,
  type TokenAmounts,
  toSqrtRange,
} from '../../../kit/concentrated-liquidity.ts'
import type { TickRange } from '../range.ts'
import type { PoolHistory } from '../swap-history.ts'
import { magnitude } from './fixed-point.ts'
import { earnedFees } from './pool-income.ts'
import { liquidityForValue, type RangeReplay, replayRange, valueIn1 } from './price-path.ts'

const MILLION = 1_000_000n

/** How much is provided, as tools take it. */
export const ProvidedValueSchema = Type.String({
  ...BaseUnitsSchema,
  description: 'value that is provided, both tokens together, base units of token1',
})

/** Fees of a pool that liquidity added to its present one would have had a part in, had the price stayed in its range. */
export function shareOfFees({ pool, state, swaps }: PoolHistory, liquidity: bigint): TokenAmounts {
  const { amount0, amount1 } = earnedFees(swaps, { feeTier: pool.feeTier, feeProtocol: state.feeProtocol })
  const whole = state.liquidity + liquidity
  if (whole === 0n) return { amount0: 0n, amount1: 0n }
  return { amount0: (amount0 * liquidity) / whole, amount1: (amount1 * liquidity) / whole }
}

/** Value that has to be swapped to turn holdings into those of a range at a price, base units of token1. */
export function imbalanceIn1(holdings: TokenAmounts, range: TickRange, sqrtPriceX96: bigint): bigint {
  const value = valueIn1(holdings, sqrtPriceX96)
  const sqrtRange = toSqrtRange(range)
  const liquidity = liquidityForValue(value, sqrtPriceX96, sqrtRange)
  const wanted = getAmountsForLiquidity(sqrtPriceX96, sqrtRange, liquidity, false)
  return magnitude(wanted.amount1 - holdings.amount1)
}

/** What swapping a value costs in the pool's fee, rounded up. */
export const swapCostIn1 = (value1: bigint, feeTier: number): bigint =>
  (value1 * BigInt(feeTier) + MILLION - 1n) / MILLION

/** How a width fared when its range was laid anew around the price each time that the price left it. */
export interface WidthReplay {
  readonly fees1: bigint
  readonly lvr1: bigint
  readonly cost1: bigint
  readonly rebalances: number
  readonly secondsInRange: number
}

/** Lay a range of so many ticks to either side around a tick, on the pool's spacing. */
export function rangeAround(tick: number, halfWidthTicks: number, tickSpacing: number): TickRange {
  const tickLower = Math.floor((tick - halfWidthTicks) / tickSpacing) * tickSpacing
  return {
    tickLower,
    tickUpper: Math.max(
      Math.ceil((tick + halfWidthTicks) / tickSpacing) * tickSpacing,
      tickLower + tickSpacing,
    ),
  }
}

/**
 * Replay a pool's swaps through a range of a width that follows the price. Half of the value is swapped each time that
 * it moves, at the pool's fee, and gas is paid. Other liquidity stays as it was: what is provided has to be small.
 */
export function replayWidth(
  { pool, state, window, swaps }: PoolHistory,
  halfWidthTicks: number,
  value1: bigint,
  gasCost1: bigint,
): WidthReplay {
  const terms = { feeTier: pool.feeTier, feeProtocol: state.feeProtocol }
  const total = { fees1: 0n, lvr1: 0n, cost1: 0n, rebalances: 0, secondsInRange: 0 }
  let start = 0
  while (start < swaps.length) {
    const { tick, sqrtPriceX96 } = swaps[start] as (typeof swaps)[number]
    const ticks = rangeAround(tick, halfWidthTicks, state.tickSpacing)
    const isOut = (at: number) => at < ticks.tickLower || at >= ticks.tickUpper
    const leaves = swaps.findIndex((swap, index) => index > start && isOut(swap.tick))
    const end = leaves === -1 ? swaps.length - 1 : leaves
    const sqrtRange = toSqrtRange(ticks)
    const liquidity = liquidityForValue(value1, sqrtPriceX96, sqrtRange)
    const stretch = swaps.slice(start, end + 1)
    const endSeconds =
      leaves === -1 ? window.endSeconds : (swaps[leaves]?.timestampSeconds ?? window.endSeconds)
    const replay: RangeReplay = replayRange(stretch, endSeconds, { ...sqrtRange, liquidity }, terms)
    total.fees1 += valueIn1(replay.fees, sqrtPriceX96)
    total.lvr1 += replay.lvr1
    total.secondsInRange += replay.secondsInRange
    if (leaves === -1) break
    total.rebalances += 1
    total.cost1 += swapCostIn1(value1 / 2n, pool.feeTier) + gasCost1
    start = leaves
  }
  return total
}
