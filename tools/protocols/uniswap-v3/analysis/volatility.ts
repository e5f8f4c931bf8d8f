import { squareRoot } from '../../../kit/concentrated-liquidity.ts'
import { BPS, lnRatioWad, logReturnWad, magnitude, WAD, YEAR_SECONDS } from './fixed-point.ts'
import type { PricePoint } from './price-path.ts'

/** Half of pi, and twice the logarithm of 2, WAD. */
const HALF_PI_WAD = 1_570_796_326_794_896_619n
const TWO_LN2_WAD = 1_386_294_361_119_890_618n

/** Square-root prices of an interval. */
export interface PriceBar {
  readonly openX96: bigint
  readonly highX96: bigint
  readonly lowX96: bigint
  readonly closeX96: bigint
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const square = (value: bigint) => (value * value) / WAD

/** Logarithmic returns between prices that follow each other, WAD. */
export const listReturns = (path: readonly Pick<PricePoint, 'sqrtPriceX96'>[]): bigint[] =>
  path
    .slice(1)
    .map(({ sqrtPriceX96 }, index) => logReturnWad(path[index]?.sqrtPriceX96 ?? sqrtPriceX96, sqrtPriceX96))

/** Realised variance, the sum of squared returns, WAD (Andersen, Bollerslev, 1998, *Answering the Skeptics*). */
export const realizedVarianceWad = (returns: readonly bigint[]): bigint => sum(returns.map(square))

/**
 * Bipower variation, π/2 · n/(n−1) · Σ|rᵢ||rᵢ₋₁|, WAD: what is left of the variance without jumps (Barndorff-Nielsen,
 * Shephard, 2004, *Power and Bipower Variation*).
 */
export function bipowerVarianceWad(returns: readonly bigint[]): bigint {
  const pairs = returns
    .slice(1)
    .map((value, index) => (magnitude(value) * magnitude(returns[index] ?? 0n)) / WAD)
  if (pairs.length === 0) return 0n
  return (sum(pairs) * HALF_PI_WAD * BigInt(returns.length)) / (WAD * BigInt(returns.length - 1))
}

/** Parkinson's variance, Σ ln(H/L)² / (4 ln 2), WAD (Parkinson, 1980, *The Extreme Value Method*). */
export const parkinsonVarianceWad = (bars: readonly PriceBar[]): bigint =>
  (sum(bars.map(({ highX96, lowX96 }) => square(logReturnWad(lowX96, highX96)))) * WAD) / (2n * TWO_LN2_WAD)

/**
 * Garman and Klass' variance, Σ ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)², WAD (Garman, Klass, 1980, *On the Estimation of
 * Security Price Volatilities from Historical Data*); never below zero.
 */
export function garmanKlassVarianceWad(bars: readonly PriceBar[]): bigint {
  const variance = sum(
    bars.map(({ openX96, highX96, lowX96, closeX96 }) => {
      const ends = square(logReturnWad(openX96, closeX96))
      return square(logReturnWad(lowX96, highX96)) / 2n - ((TWO_LN2_WAD - WAD) * ends) / WAD
    }),
  )
  return variance < 0n ? 0n : variance
}

/** Volatility of a year in basis points, from the variance of so many seconds; rounded down. */
export function annualVolatilityBps(varianceWad: bigint, seconds: number): number {
  if (seconds <= 0) return 0
  const yearly = (varianceWad * BigInt(YEAR_SECONDS)) / BigInt(seconds)
  return Number((squareRoot(yearly * WAD) * BPS) / WAD)
}

/** Kaufman's efficiency ratio, |net move| over the sum of all moves, basis points (Kaufman, 1995, *Smarter Trading*). */
export function efficiencyBps(returns: readonly bigint[]): number {
  const travelled = sum(returns.map(magnitude))
  return travelled === 0n ? 0 : Number((magnitude(sum(returns)) * BPS) / travelled)
}

/** The deepest fall of the price from a high before it, basis points rounded down. */
export function maxDrawdownBps(path: readonly Pick<PricePoint, 'sqrtPriceX96'>[]): number {
  let highest = 0n
  let deepest = 0n
  for (const { sqrtPriceX96 } of path) {
    if (sqrtPriceX96 > highest) highest = sqrtPriceX96
    const fall = BPS - (sqrtPriceX96 ** 2n * BPS) / highest ** 2n
    // The remainder rounds a fall of nothing up to none.
    if (fall > deepest) deepest = fall
  }
  return Number(deepest)
}

/** Logarithm of a whole path's move, WAD. */
export const netReturnWad = (path: readonly Pick<PricePoint, 'sqrtPriceX96'>[]): bigint => {
  const [first, last] = [path[0], path.at(-1)]
  return first === undefined || last === undefined
    ? 0n
    : 2n * lnRatioWad(last.sqrtPriceX96, first.sqrtPriceX96)
}
