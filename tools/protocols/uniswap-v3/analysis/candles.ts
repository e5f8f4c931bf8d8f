import type { SwapEvent } from '../swap-history.ts'
import { magnitude } from './fixed-point.ts'
import type { PriceBar } from './volatility.ts'

/** What happened to a pool's price in one interval. */
export interface Candle extends PriceBar {
  readonly startSeconds: number
  readonly volume0: bigint
  readonly volume1: bigint
  readonly swaps: number
}

/**
 * Gather swaps into intervals that begin at multiples of their length; intervals without a swap are left out. One opens
 * at the price before its first swap, and the very first one at the price after it.
 */
export function buildCandles(swaps: readonly SwapEvent[], intervalSeconds: number): Candle[] {
  const candles: Candle[] = []
  for (const swap of swaps) {
    const startSeconds = Math.floor(swap.timestampSeconds / intervalSeconds) * intervalSeconds
    const price = swap.sqrtPriceX96
    const [volume0, volume1] = [magnitude(swap.amount0), magnitude(swap.amount1)]
    const last = candles.at(-1)
    if (last?.startSeconds === startSeconds) {
      candles[candles.length - 1] = {
        ...last,
        highX96: price > last.highX96 ? price : last.highX96,
        lowX96: price < last.lowX96 ? price : last.lowX96,
        closeX96: price,
        volume0: last.volume0 + volume0,
        volume1: last.volume1 + volume1,
        swaps: last.swaps + 1,
      }
      continue
    }
    const openX96 = last?.closeX96 ?? price
    candles.push({
      startSeconds,
      openX96,
      highX96: price > openX96 ? price : openX96,
      lowX96: price < openX96 ? price : openX96,
      closeX96: price,
      volume0,
      volume1,
      swaps: 1,
    })
  }
  return candles
}
