import type { Address } from 'viem'
import type { SwapEvent } from '../swap-history.ts'
import { BPS, magnitude } from './fixed-point.ts'

/** Volume of one bucket, base units of token1. */
export interface VolumeBucket {
  readonly bought1: bigint
  readonly sold1: bigint
}

/** Whether a swap takes token0 out of the pool, which raises its price. */
export const buysToken0 = ({ amount0 }: Pick<SwapEvent, 'amount0'>): boolean => amount0 < 0n

/**
 * Cut swaps into buckets of equal volume of token1; a swap may go over several, and what does not fill the last one is
 * left out. A swap's direction is known from its log, so nothing has to be classified by price changes.
 */
export function fillBuckets(swaps: readonly SwapEvent[], buckets: number): VolumeBucket[] {
  const total = swaps.reduce((sum, { amount1 }) => sum + magnitude(amount1), 0n)
  const size = total / BigInt(buckets)
  if (size === 0n) return []
  const full: VolumeBucket[] = []
  let open = { bought1: 0n, sold1: 0n }
  for (const swap of swaps) {
    let left = magnitude(swap.amount1)
    while (left > 0n && full.length < buckets) {
      const room = size - open.bought1 - open.sold1
      const part = left < room ? left : room
      left -= part
      open = buysToken0(swap)
        ? { ...open, bought1: open.bought1 + part }
        : { ...open, sold1: open.sold1 + part }
      if (part < room) break
      full.push(open)
      open = { bought1: 0n, sold1: 0n }
    }
  }
  return full
}

/**
 * Volume-synchronised probability of informed trading, Σ|bought − sold| / (n·V), basis points (Easley, López de Prado,
 * O'Hara, 2012, *Flow Toxicity and Liquidity in a High-Frequency World*, equation 6).
 */
export function computeVpinBps(buckets: readonly VolumeBucket[]): number {
  const volume = buckets.reduce((sum, { bought1, sold1 }) => sum + bought1 + sold1, 0n)
  const imbalance = buckets.reduce((sum, { bought1, sold1 }) => sum + magnitude(bought1 - sold1), 0n)
  return volume === 0n ? 0 : Number((imbalance * BPS) / volume)
}

/** What one account traded. */
export interface TraderFlow {
  readonly trader: Address
  readonly swaps: number
  readonly bought1: bigint
  readonly sold1: bigint
  /** Blocks in which it traded both ways. */
  readonly turnsWithinBlock: number
}

/** Gather swaps by who received what they brought, the largest volume first. */
export function gatherTraders(swaps: readonly SwapEvent[]): TraderFlow[] {
  const byTrader = Map.groupBy(swaps, ({ recipient }) => recipient)
  const flows = [...byTrader].map(([trader, own]): TraderFlow => {
    const volumeOf = (isBuy: boolean) =>
      own
        .filter((swap) => buysToken0(swap) === isBuy)
        .reduce((total, { amount1 }) => total + magnitude(amount1), 0n)
    const byBlock = Map.groupBy(own, ({ blockNumber }) => blockNumber)
    const turns = [...byBlock.values()].filter((same) => new Set(same.map(buysToken0)).size === 2)
    return {
      trader,
      swaps: own.length,
      bought1: volumeOf(true),
      sold1: volumeOf(false),
      turnsWithinBlock: turns.length,
    }
  })
  const volume = ({ bought1, sold1 }: TraderFlow) => bought1 + sold1
  return flows.sort((a, b) =>
    volume(a) > volume(b) ? -1 : volume(a) < volume(b) ? 1 : a.trader < b.trader ? -1 : 1,
  )
}

/** Herfindahl–Hirschman index of volumes, basis points: 10 000 when one account trades alone. */
export function concentrationBps(flows: readonly TraderFlow[]): number {
  const volumes = flows.map(({ bought1, sold1 }) => bought1 + sold1)
  const total = volumes.reduce((sum, volume) => sum + volume, 0n)
  if (total === 0n) return 0
  return Number((volumes.reduce((sum, volume) => sum + volume ** 2n, 0n) * BPS) / total ** 2n)
}
