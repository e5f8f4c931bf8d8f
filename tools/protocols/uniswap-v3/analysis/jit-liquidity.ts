import type { LiquidityEvent } from '../liquidity-events.ts'
import type { SwapEvent } from '../swap-history.ts'
import { earnedFees } from './pool-income.ts'
import { type FeeTerms, valueIn1 } from './price-path.ts'

/** Liquidity that was there for the swaps of one block alone. */
export interface JitLiquidity {
  readonly mint: LiquidityEvent
  readonly burn: LiquidityEvent
  readonly swapCount: number
  /** Sum of the liquidity that its swaps met, its own included. */
  readonly met: bigint
  /** Its part of the fees, base units of token1 at the price after each swap. */
  readonly fees1: bigint
}

/**
 * Find liquidity that was minted before swaps and burnt after them in one block, by the same owner and over the same
 * range (Wan, Adams, 2022, *Just-in-Time Liquidity on the Uniswap Protocol*). Its part of a swap's fee is its part of
 * the liquidity that the swap left, in whose range the price was then.
 */
export function findJitLiquidity(
  events: readonly LiquidityEvent[],
  swaps: readonly SwapEvent[],
  terms: FeeTerms,
): readonly JitLiquidity[] {
  const byBlock = Map.groupBy(swaps, ({ blockNumber }) => blockNumber)
  const burns = Map.groupBy(
    events.filter(({ type }) => type === 'burn'),
    ({ blockNumber }) => blockNumber,
  )
  const isSame = (a: LiquidityEvent, b: LiquidityEvent) =>
    a.owner === b.owner &&
    a.tickLower === b.tickLower &&
    a.tickUpper === b.tickUpper &&
    a.liquidity === b.liquidity
  return events.flatMap((mint) => {
    if (mint.type !== 'mint') return []
    const burn = burns
      .get(mint.blockNumber)
      ?.find((event) => event.logIndex > mint.logIndex && isSame(event, mint))
    if (burn === undefined) return []
    const between = (byBlock.get(mint.blockNumber) ?? []).filter(
      ({ logIndex, tick }) =>
        logIndex > mint.logIndex &&
        logIndex < burn.logIndex &&
        tick >= mint.tickLower &&
        tick < mint.tickUpper,
    )
    if (between.length === 0) return []
    const fees1 = between.reduce(
      (sum, swap) =>
        sum + (valueIn1(earnedFees([swap], terms), swap.sqrtPriceX96) * mint.liquidity) / swap.liquidity,
      0n,
    )
    const met = between.reduce((sum, { liquidity }) => sum + liquidity, 0n)
    return [{ mint, burn, swapCount: between.length, met, fees1 }]
  })
}
