/** One, in fixed-point numbers of 18 decimals. */
export const WAD = 10n ** 18n

/** One in basis points. */
export const BPS = 10_000n

/** Seconds of the year to which rates are annualised: 365 days. */
export const YEAR_SECONDS = 31_536_000

const FRACTION_BITS = 128n
const LOG_BITS = 96n
/** The natural logarithm of 2, Q0.96. */
const LN2_X96 = 0xb17217f7d1cf79abc9e3b398n

/** Absolute value. */
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** Divide, rounding down below zero as well. */
export const divideFloor = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator % denominator !== 0n && numerator < 0n !== denominator < 0n ? quotient - 1n : quotient
}

/** A share in basis points, rounded down; 0 of nothing. */
export const toBps = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(divideFloor(part * BPS, whole))

/**
 * Natural logarithm of a quotient of positive numbers, WAD, within 10^-18 of it.
 *
 * The binary logarithm comes bit by bit from repeated squaring, as in `TickMath.getTickAtSqrtRatio` of v3-core.
 */
export function lnRatioWad(numerator: bigint, denominator: bigint): bigint {
  if (numerator < denominator) return -lnRatioWad(denominator, numerator)
  let mantissa = (numerator << FRACTION_BITS) / denominator
  const whole = BigInt(mantissa.toString(2).length) - 1n - FRACTION_BITS
  mantissa >>= whole
  let log2 = whole << LOG_BITS
  for (let bit = 1n << (LOG_BITS - 1n); bit > 0n; bit >>= 1n) {
    mantissa = (mantissa * mantissa) >> FRACTION_BITS
    if (mantissa >> (FRACTION_BITS + 1n) === 0n) continue
    mantissa >>= 1n
    log2 += bit
  }
  return (log2 * LN2_X96 * WAD) >> (2n * LOG_BITS)
}

/** Logarithm of the price's change between two square-root prices, WAD. */
export const logReturnWad = (sqrtBeforeX96: bigint, sqrtAfterX96: bigint): bigint =>
  2n * lnRatioWad(sqrtAfterX96, sqrtBeforeX96)
