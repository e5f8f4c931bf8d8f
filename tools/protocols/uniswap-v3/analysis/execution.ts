import { squareRoot } from '../../../kit/concentrated-liquidity.ts'
import type { SwapEvent } from '../swap-history.ts'
import { BPS, toBps, WAD } from './fixed-point.ts'
import { markoutsAt } from './markout.ts'
import { type PlannedTrade, quoteTrade } from './mev.ts'
import { buysToken0 } from './order-flow.ts'
import { valueIn1 } from './price-path.ts'

const Q192 = 1n << 192n

/** What a trade in equal slices is expected to cost, base units of what is bought. */
export interface Schedule {
  readonly slices: number
  readonly amountOut: bigint
  /** Against the price before it, the pool's fee included. */
  readonly impactCost: bigint
  /** One standard deviation of what the price may do to the part that is still to be sold. */
  readonly priceRisk: bigint
  /** Impact plus the risk, weighed by the aversion. */
  readonly score: bigint
}

/**
 * Cost a trade in equal slices. Each slice is taken to find the pool as it is now, others having traded the price back
 * meanwhile; then equal slices are the cheapest (Bertsimas, Lo, 1998, *Optimal Control of Execution Costs*, section 2).
 * What is left to sell after slice k of n is exposed until the next: the variance is σ²τ·Σ(1 − k/n)², and what is
 * minimised is cost plus aversion times its root (Almgren, Chriss, 2000, *Optimal Execution of Portfolio Transactions*).
 */
export function costSchedule(
  trade: PlannedTrade,
  slices: number,
  terms: {
    readonly varianceWadPerSecond: bigint
    readonly intervalSeconds: number
    readonly aversionBps: number
  },
): Schedule {
  const { curve, zeroForOne, amountIn } = trade
  const count = BigInt(slices)
  const each = amountIn / count
  const rest = amountIn - each * (count - 1n)
  const amountOut =
    quoteTrade({ ...trade, amountIn: each }).amountOut * (count - 1n) +
    quoteTrade({ ...trade, amountIn: rest }).amountOut
  const square = curve.sqrtPriceX96 ** 2n
  const atPrice = zeroForOne ? (amountIn * square) / Q192 : (amountIn * Q192) / square
  const impactCost = atPrice - amountOut
  // Σ (1 − k/n)² for k from 1 to n − 1 is (n − 1)(2n − 1)/(6n).
  const exposedWad = ((count - 1n) * (2n * count - 1n) * WAD) / (6n * count)
  const varianceWad = (terms.varianceWadPerSecond * BigInt(terms.intervalSeconds) * exposedWad) / WAD
  const priceRisk = (atPrice * squareRoot(varianceWad * WAD)) / WAD
  return {
    slices,
    amountOut,
    impactCost,
    priceRisk,
    score: impactCost + (priceRisk * BigInt(terms.aversionBps)) / BPS,
  }
}

/** How well a venue filled swaps, in basis points of their value at the price before them, weighed by volume. */
export interface ExecutionQuality {
  readonly swapCount: number
  readonly volume1: bigint
  /** Half the effective spread: how far the swaps' own prices lay behind the price before them. */
  readonly effectiveSpreadBps: number
  /** How far the swaps moved the price. */
  readonly impactBps: number
  /** Half the realised spread: what liquidity kept of it at the price of some time later. */
  readonly realizedSpreadBps: number
}

/**
 * Judge fills (Huang, Stoll, 1996, *Dealer versus Auction Markets*): effective less realised spread is what the price
 * went on in the direction of the swaps. The first swap of a window has no price before it and is left out.
 */
export function judgeFills(
  swaps: readonly SwapEvent[],
  isWanted: (value1: bigint) => boolean,
  horizonSeconds: number,
  endSeconds: number,
): ExecutionQuality {
  const gains = new Map(
    markoutsAt(swaps, horizonSeconds, endSeconds).map(({ swap, gain1 }) => [swap, gain1] as const),
  )
  let [swapCount, volume1, cost1, moved1, gain1, gained1] = [0, 0n, 0n, 0n, 0n, 0n]
  for (const [index, swap] of swaps.entries()) {
    const before = swaps[index - 1]?.sqrtPriceX96
    const value1 = swap.amount1 < 0n ? -swap.amount1 : swap.amount1
    if (before === undefined || !isWanted(value1)) continue
    const magnitude0 = swap.amount0 < 0n ? -swap.amount0 : swap.amount0
    const fair1 = valueIn1({ amount0: magnitude0, amount1: 0n }, before)
    const after1 = valueIn1({ amount0: magnitude0, amount1: 0n }, swap.sqrtPriceX96)
    const sign = buysToken0(swap) ? 1n : -1n
    swapCount += 1
    volume1 += fair1
    cost1 += sign * (value1 - fair1)
    moved1 += sign * (after1 - fair1)
    const gain = gains.get(swap)
    if (gain === undefined) continue
    gain1 += gain
    gained1 += fair1
  }
  return {
    swapCount,
    volume1,
    effectiveSpreadBps: toBps(cost1, volume1),
    impactBps: toBps(moved1, volume1),
    realizedSpreadBps: toBps(gain1, gained1),
  }
}
