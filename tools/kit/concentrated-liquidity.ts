import { divideUp } from './divide-up.ts'

/**
 * Integer maths of liquidity in price ranges, rounding exactly as the contracts do.
 *
 * Sources: v3-core 1.0.1 and, with the same results, v4-core 1.0.2: `TickMath.sol`, `SqrtPriceMath.sol`, `Tick.sol`,
 * `Position.sol`; v3-periphery 1.4.4: `LiquidityAmounts.sol`.
 */

/** Lowest tick of any pool (`TickMath.MIN_TICK`). */
export const MIN_TICK = -887_272

/** Highest tick of any pool (`TickMath.MAX_TICK`). */
export const MAX_TICK = 887_272

/** Square-root price at the lowest tick, Q64.96 (`TickMath.MIN_SQRT_RATIO`). */
export const MIN_SQRT_RATIO = 4_295_128_739n

/** Square-root price at the highest tick, Q64.96 (`TickMath.MAX_SQRT_RATIO`). */
export const MAX_SQRT_RATIO = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

const Q32 = 1n << 32n
const Q96 = 1n << 96n
const Q128 = 1n << 128n
const Q256 = 1n << 256n

/** Multipliers of `TickMath.getSqrtRatioAtTick`, one a bit of the absolute tick: sqrt(1.0001)^-(2^i), Q128.128. */
const TICK_MULTIPLIERS = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/**
 * Compute the square-root price at a tick, Q64.96 (`TickMath.getSqrtRatioAtTick`).
 *
 * @throws RangeError when the tick is outside of what a pool can have
 */
export function getSqrtRatioAtTick(tick: number): bigint {
  const magnitude = Math.abs(tick)
  if (!Number.isInteger(tick) || magnitude > MAX_TICK) throw new RangeError(`tick ${tick} is out of range`)
  let ratio = Q128
  for (const [bit, multiplier] of TICK_MULTIPLIERS.entries()) {
    if ((magnitude >> bit) & 1) ratio = (ratio * multiplier) >> 128n
  }
  if (tick > 0) ratio = (Q256 - 1n) / ratio
  return (ratio + Q32 - 1n) / Q32
}

/** Highest tick whose price is not above a square-root price, Q64.96 (`TickMath.getTickAtSqrtRatio`), by bisection. */
export function getTickAtSqrtRatio(sqrtPriceX96: bigint): number {
  let [least, most] = [MIN_TICK, MAX_TICK]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (getSqrtRatioAtTick(middle) <= sqrtPriceX96) least = middle
    else most = middle - 1
  }
  return least
}

const sortPair = (a: bigint, b: bigint): [bigint, bigint] => (a < b ? [a, b] : [b, a])

/** Amount of token0 between two prices for a liquidity (`SqrtPriceMath.getAmount0Delta`). */
export function getAmount0Delta(sqrtA: bigint, sqrtB: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const [lower, upper] = sortPair(sqrtA, sqrtB)
  const product = (liquidity << 96n) * (upper - lower)
  return roundUp ? divideUp(divideUp(product, upper), lower) : product / upper / lower
}

/** Amount of token1 between two prices for a liquidity (`SqrtPriceMath.getAmount1Delta`). */
export function getAmount1Delta(sqrtA: bigint, sqrtB: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const [lower, upper] = sortPair(sqrtA, sqrtB)
  const product = liquidity * (upper - lower)
  return roundUp ? divideUp(product, Q96) : product / Q96
}

/** A price range as its square-root prices, Q64.96. */
export interface SqrtRange {
  readonly sqrtLowerX96: bigint
  readonly sqrtUpperX96: bigint
}

/** Amounts of both tokens of a pool, base units. */
export interface TokenAmounts {
  readonly amount0: bigint
  readonly amount1: bigint
}

/** Turn a tick range into square-root prices. */
export const toSqrtRange = (range: {
  readonly tickLower: number
  readonly tickUpper: number
}): SqrtRange => ({
  sqrtLowerX96: getSqrtRatioAtTick(range.tickLower),
  sqrtUpperX96: getSqrtRatioAtTick(range.tickUpper),
})

/**
 * Amounts that a liquidity is made of at a price: rounded up when they are paid in (mint), down when they are
 * paid out (burn), as a pool's `_modifyPosition` does.
 */
export function getAmountsForLiquidity(
  sqrtPriceX96: bigint,
  { sqrtLowerX96, sqrtUpperX96 }: SqrtRange,
  liquidity: bigint,
  roundUp: boolean,
): TokenAmounts {
  const at =
    sqrtPriceX96 < sqrtLowerX96 ? sqrtLowerX96 : sqrtPriceX96 > sqrtUpperX96 ? sqrtUpperX96 : sqrtPriceX96
  return {
    amount0: getAmount0Delta(at, sqrtUpperX96, liquidity, roundUp),
    amount1: getAmount1Delta(sqrtLowerX96, at, liquidity, roundUp),
  }
}

/** Most liquidity that both amounts can pay for at a price (`LiquidityAmounts.getLiquidityForAmounts`). */
export function getLiquidityForAmounts(
  sqrtPriceX96: bigint,
  { sqrtLowerX96, sqrtUpperX96 }: SqrtRange,
  { amount0, amount1 }: TokenAmounts,
): bigint {
  const forAmount0 = (lower: bigint, upper: bigint) => (amount0 * ((lower * upper) / Q96)) / (upper - lower)
  const forAmount1 = (lower: bigint, upper: bigint) => (amount1 * Q96) / (upper - lower)
  if (sqrtPriceX96 <= sqrtLowerX96) return forAmount0(sqrtLowerX96, sqrtUpperX96)
  if (sqrtPriceX96 >= sqrtUpperX96) return forAmount1(sqrtLowerX96, sqrtUpperX96)
  const [smaller] = sortPair(forAmount0(sqrtPriceX96, sqrtUpperX96), forAmount1(sqrtLowerX96, sqrtPriceX96))
  return smaller
}

/** Fee growth per unit of liquidity of both tokens, Q128.128, modulo 2^256. */
export interface FeeGrowth {
  readonly growth0X128: bigint
  readonly growth1X128: bigint
}

const subtractModulo = (a: bigint, b: bigint) => BigInt.asUintN(256, a - b)

/** Fee growth within a range (`Tick.getFeeGrowthInside`). */
export function getFeeGrowthInside(input: {
  readonly tick: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly global: FeeGrowth
  readonly outsideLower: FeeGrowth
  readonly outsideUpper: FeeGrowth
}): FeeGrowth {
  const inside = (member: keyof FeeGrowth) => {
    const whole = input.global[member]
    const lower = input.outsideLower[member]
    const upper = input.outsideUpper[member]
    const below = input.tick >= input.tickLower ? lower : subtractModulo(whole, lower)
    const above = input.tick < input.tickUpper ? upper : subtractModulo(whole, upper)
    return subtractModulo(subtractModulo(whole, below), above)
  }
  return { growth0X128: inside('growth0X128'), growth1X128: inside('growth1X128') }
}

/** Fees that a liquidity earned between two readings of the growth within its range (`Position.update`). */
export const getFeesEarned = (now: FeeGrowth, last: FeeGrowth, liquidity: bigint): TokenAmounts => ({
  amount0: BigInt.asUintN(128, (subtractModulo(now.growth0X128, last.growth0X128) * liquidity) / Q128),
  amount1: BigInt.asUintN(128, (subtractModulo(now.growth1X128, last.growth1X128) * liquidity) / Q128),
})

/** Mean tick between two cumulative ones of a window, rounded down (v3-periphery `OracleLibrary.consult`). */
export function meanTickOf([start = 0n, end = 0n]: readonly bigint[], windowSeconds: number): number {
  const difference = end - start
  const window = BigInt(windowSeconds)
  // Solidity's division truncates; the oracle library rounds towards minus infinity.
  return Number(difference / window) - (difference < 0n && difference % window !== 0n ? 1 : 0)
}

/** Integer square root, rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let estimate = 1n << (BigInt(value.toString(2).length + 1) / 2n)
  for (;;) {
    const next = (estimate + value / estimate) / 2n
    if (next >= estimate) return estimate
    estimate = next
  }
}
