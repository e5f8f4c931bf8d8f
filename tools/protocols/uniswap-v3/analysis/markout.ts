import type { SwapEvent } from '../swap-history.ts'
import { signedValueIn1 } from './price-path.ts'

/** What liquidity made of one swap, at the price of some time after it. */
export interface Markout {
  readonly swap: SwapEvent
  /** Fees included, base units of token1. */
  readonly gain1: bigint
}

/**
 * Value what a pool took and gave in each swap, `Δx·P(t+h) + Δy`, at its own last price of `h` seconds later (CrocSwap,
 * 2022, *Usage of Markout to Calculate LP Profitability in Uniswap V3*). Swaps later than `endSeconds − h` are left out.
 */
export function markoutsAt(
  swaps: readonly SwapEvent[],
  horizonSeconds: number,
  endSeconds: number,
): readonly Markout[] {
  const markouts: Markout[] = []
  let ahead = 0
  for (const [index, swap] of swaps.entries()) {
    const until = swap.timestampSeconds + horizonSeconds
    if (until > endSeconds) break
    ahead = Math.max(ahead, index)
    // At no horizon at all the price is the one that the swap itself left.
    while (horizonSeconds > 0 && (swaps[ahead + 1]?.timestampSeconds ?? Number.POSITIVE_INFINITY) <= until) {
      ahead += 1
    }
    const { sqrtPriceX96 } = swaps[ahead] as SwapEvent
    markouts.push({ swap, gain1: signedValueIn1(swap, sqrtPriceX96) })
  }
  return markouts
}
