import {
  getAmount0Delta,
  getAmount1Delta,
  getAmountsForLiquidity,
  type SqrtRange,
  type TokenAmounts,
} from '../../../kit/concentrated-liquidity.ts'
import { divideUp } from '../../../kit/divide-up.ts'

const MILLION = 1_000_000n
const Q96 = 1n << 96n
const Q192 = 1n << 192n

/** A pool's price from a moment on. */
export interface PricePoint {
  readonly timestampSeconds: number
  readonly sqrtPriceX96: bigint
}

/** What the pool's fee takes and gives away. */
export interface FeeTerms {
  /** Hundredths of a basis point. */
  readonly feeTier: number
  /** As `slot0` packs it: the protocol keeps one in so many. */
  readonly feeProtocol: number
}

/** What a range earned and lost along a path of prices. */
export interface RangeReplay {
  readonly fees: TokenAmounts
  /** Loss against rebalancing at the pool's price after each move, base units of token1. */
  readonly lvr1: bigint
  readonly secondsInRange: number
  /** How often the price left the range. */
  readonly exits: number
  readonly lvrMoves: number
}

/** Value amounts in token1 at a square-root price, rounded down. */
export const valueIn1 = ({ amount0, amount1 }: TokenAmounts, sqrtPriceX96: bigint): bigint =>
  (amount0 * sqrtPriceX96 ** 2n) / Q192 + amount1

/** Part of a fee that liquidity keeps, by the pool's protocol fee for the token (`UniswapV3Pool.swap`). */
export function keptByLiquidity(fee: bigint, feeProtocol: number, isToken0: boolean): bigint {
  const share = BigInt(isToken0 ? feeProtocol % 16 : feeProtocol >> 4)
  return share === 0n ? fee : fee - fee / share
}

/** Fee that is part of a swap's input, rounded up as each step of a swap does. */
export const feeOf = (amountIn: bigint, feeTier: number): bigint =>
  divideUp(amountIn * BigInt(feeTier), MILLION)

const clamp = (value: bigint, { sqrtLowerX96, sqrtUpperX96 }: SqrtRange) =>
  value < sqrtLowerX96 ? sqrtLowerX96 : value > sqrtUpperX96 ? sqrtUpperX96 : value

/**
 * Replay a path of prices through the liquidity of a range.
 *
 * Fees: of each move of the price a liquidity takes in its own part of the input (whitepaper, 6.2.3), on which the fee
 * comes on top; the pool's other liquidity does not enter. Loss: `-(Δx·P + Δy)` of each move at the price after it, the
 * discrete form of loss-versus-rebalancing (Milionis, Moallemi, Roughgarden, Zhang, *Automated Market Making and
 * Loss-Versus-Rebalancing*, 2022, section 3); in range it is L·(√P' − √P)²/√P.
 */
export function replayRange(
  path: readonly PricePoint[],
  endSeconds: number,
  range: SqrtRange & { readonly liquidity: bigint },
  { feeTier, feeProtocol }: FeeTerms,
): RangeReplay {
  let [amount0, amount1, lvr1, secondsInRange, exits, lvrMoves] = [0n, 0n, 0n, 0, 0, 0]
  const fee = BigInt(feeTier)
  const { liquidity } = range
  const isIn = ({ sqrtPriceX96 }: PricePoint) =>
    sqrtPriceX96 >= range.sqrtLowerX96 && sqrtPriceX96 < range.sqrtUpperX96
  for (const [index, point] of path.entries()) {
    const next = path[index + 1]
    if (isIn(point)) secondsInRange += (next?.timestampSeconds ?? endSeconds) - point.timestampSeconds
    if (next === undefined) break
    if (isIn(point) && !isIn(next)) exits += 1
    const from = clamp(point.sqrtPriceX96, range)
    const to = clamp(next.sqrtPriceX96, range)
    if (from === to) continue
    lvrMoves += 1
    const isRise = to > from
    const input = (isRise ? getAmount1Delta : getAmount0Delta)(from, to, liquidity, false)
    const output = (isRise ? getAmount0Delta : getAmount1Delta)(from, to, liquidity, true)
    const earned = keptByLiquidity((input * fee) / (MILLION - fee), feeProtocol, !isRise)
    if (isRise) amount1 += earned
    else amount0 += earned
    const taken = isRise ? { amount0: -output, amount1: input } : { amount0: input, amount1: -output }
    lvr1 -= signedValueIn1(taken, next.sqrtPriceX96)
  }
  return { fees: { amount0, amount1 }, lvr1, secondsInRange, exits, lvrMoves }
}

/** Value signed amounts in token1 at a square-root price, rounded towards zero. */
export const signedValueIn1 = ({ amount0, amount1 }: TokenAmounts, sqrtPriceX96: bigint): bigint =>
  (amount0 * sqrtPriceX96 ** 2n) / Q192 + amount1

/** What a range held at one price is worth in token1 at another one, and what its holdings from before would be. */
export function compareWithHolding(
  range: SqrtRange & { readonly liquidity: bigint },
  sqrtEntryX96: bigint,
  sqrtExitX96: bigint,
) {
  const entry = getAmountsForLiquidity(sqrtEntryX96, range, range.liquidity, false)
  const exit = getAmountsForLiquidity(sqrtExitX96, range, range.liquidity, false)
  return {
    entry,
    exit,
    held1: valueIn1(entry, sqrtExitX96),
    provided1: valueIn1(exit, sqrtExitX96),
  }
}

/** Liquidity of a range that is worth so much in token1 at a price; 0 for less than it can hold. */
export function liquidityForValue(value1: bigint, sqrtPriceX96: bigint, range: SqrtRange): bigint {
  const unit = Q96 << 32n
  const whole = valueIn1(getAmountsForLiquidity(sqrtPriceX96, range, unit, true), sqrtPriceX96)
  return whole === 0n ? 0n : (value1 * unit) / whole
}
