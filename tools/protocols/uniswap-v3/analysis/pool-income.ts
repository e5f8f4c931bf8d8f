import type { TokenAmounts } from '../../../kit/concentrated-liquidity.ts'
import type { SwapEvent } from '../swap-history.ts'
import { BPS, divideFloor, YEAR_SECONDS } from './fixed-point.ts'
import { type FeeTerms, feeOf, keptByLiquidity, signedValueIn1 } from './price-path.ts'

/** What a swap's fee is, in the token that it paid in. */
const feeOfSwap = ({ amount0, amount1 }: SwapEvent, feeTier: number): TokenAmounts => ({
  amount0: amount0 > 0n ? feeOf(amount0, feeTier) : 0n,
  amount1: amount0 <= 0n && amount1 > 0n ? feeOf(amount1, feeTier) : 0n,
})

const add = (a: TokenAmounts, b: TokenAmounts): TokenAmounts => ({
  amount0: a.amount0 + b.amount0,
  amount1: a.amount1 + b.amount1,
})

const NOTHING: TokenAmounts = { amount0: 0n, amount1: 0n }

/** Fees that swaps paid. A swap that crosses ticks rounds up in each step: the pool may have a base unit a step more. */
export const feesOf = (swaps: readonly SwapEvent[], feeTier: number): TokenAmounts =>
  swaps.reduce((total, swap) => add(total, feeOfSwap(swap, feeTier)), NOTHING)

/** The part of these fees that liquidity keeps (`UniswapV3Pool.swap`, `slot0.feeProtocol`). */
export const earnedFees = (swaps: readonly SwapEvent[], { feeTier, feeProtocol }: FeeTerms): TokenAmounts =>
  swaps.reduce((total, swap) => {
    const { amount0, amount1 } = feeOfSwap(swap, feeTier)
    return add(total, {
      amount0: keptByLiquidity(amount0, feeProtocol, true),
      amount1: keptByLiquidity(amount1, feeProtocol, false),
    })
  }, NOTHING)

/**
 * What a swap took from a pool's liquidity at a price, fees apart, base units of token1: `-(Δx·P + Δy)`. At the pool's
 * own price after it this is never below zero (Milionis et al., 2022, *Automated Market Making and
 * Loss-Versus-Rebalancing*, section 3).
 */
export function lossOfSwap(swap: SwapEvent, feeTier: number, sqrtPriceX96: bigint): bigint {
  const fee = feeOfSwap(swap, feeTier)
  return -signedValueIn1(
    { amount0: swap.amount0 - fee.amount0, amount1: swap.amount1 - fee.amount1 },
    sqrtPriceX96,
  )
}

/** What a part of a whole is in a year, basis points rounded down; 0 of nothing. */
export const annualBps = (part: bigint, whole: bigint, seconds: number): number =>
  whole <= 0n || seconds <= 0
    ? 0
    : Number(divideFloor(part * BPS * BigInt(YEAR_SECONDS), whole * BigInt(seconds)))
