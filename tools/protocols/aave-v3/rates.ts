import { formatUnits } from 'viem'

/** One in the fixed-point numbers in which Aave keeps rates and indexes. */
export const RAY = 10n ** 27n

/** One in the fixed-point numbers in which Aave keeps health factors. */
export const WAD = 10n ** 18n

/** The health factor of an account without debt. */
export const NO_DEBT_HEALTH = 2n ** 256n - 1n

const SECONDS_PER_YEAR = 31_536_000n

/** Multiply by a ray, halves rounded up (core-v3 `WadRayMath.rayMul`). */
const rayMul = (a: bigint, b: bigint): bigint => (a * b + RAY / 2n) / RAY

/** Divide by a ray, halves rounded up (core-v3 `WadRayMath.rayDiv`). */
export const rayDiv = (a: bigint, b: bigint): bigint => (a * RAY + b / 2n) / b

/** Grow a supply's index: simple interest since its last update (core-v3 `MathUtils.calculateLinearInterest`). */
export const growSupply = (index: bigint, rate: bigint, seconds: bigint): bigint =>
  rayMul(RAY + (rate * seconds) / SECONDS_PER_YEAR, index)

/** Grow a debt's index: compound interest by three terms (core-v3 `MathUtils.calculateCompoundedInterest`). */
export function growDebt(index: bigint, rate: bigint, seconds: bigint): bigint {
  if (seconds === 0n) return index
  const second = rayMul(rate, rate) / (SECONDS_PER_YEAR * SECONDS_PER_YEAR)
  const third = rayMul(second, rate) / SECONDS_PER_YEAR
  const last = seconds > 2n ? seconds - 2n : 0n
  const factor =
    RAY +
    (rate * seconds) / SECONDS_PER_YEAR +
    (seconds * (seconds - 1n) * second) / 2n +
    (seconds * (seconds - 1n) * last * third) / 6n
  return rayMul(factor, index)
}

/** Compound a yearly rate by the second for a year; both in ray. */
export function compoundYearly(rateRay: bigint): bigint {
  let [base, result, exponent] = [RAY + rateRay / SECONDS_PER_YEAR, RAY, SECONDS_PER_YEAR]
  while (exponent > 0n) {
    if (exponent % 2n === 1n) result = rayMul(result, base)
    base = rayMul(base, base)
    exponent /= 2n
  }
  return result - RAY
}

/** Render a ray as per cent with four decimals, rounded down. */
export const renderPercent = (ray: bigint): string => formatUnits(ray / 10n ** 21n, 4)

/** Describe a yearly rate in ray: as it is, and compounded by the second. */
export const describeRate = (rateRay: bigint) => ({
  aprPercent: renderPercent(rateRay),
  apyPercent: renderPercent(compoundYearly(rateRay)),
})

/** Render a health factor; null without debt. */
export const renderHealth = (wad: bigint): string | null =>
  wad === NO_DEBT_HEALTH ? null : formatUnits(wad, 18)

/** The mode of variable interest; stable rates are offered nowhere any more. */
export const VARIABLE_RATE = 2n
