import { covarianceOf } from '../../kit/returns.ts'

const FULL_BPS = 10_000

/** More steps than any of at most eight weights ever takes; what does not settle until then is as good as it gets. */
const MOST_STEPS = 10_000

/** Below this share of the largest one nothing is moved any more. */
const PRECISION = 1e-12

type Matrix = readonly (readonly number[])[]

/** Covariances of series of one length, a row for each. */
export const covariancesOf = (returns: readonly (readonly number[])[]): Matrix =>
  returns.map((a) => returns.map((b) => covarianceOf(a, b)))

/** What each weight adds to the variance; they add up to it. */
export const varianceParts = (weights: readonly number[], covariances: Matrix): readonly number[] =>
  weights.map((weight, i) => weight * gradient(weights, covariances, i))

/**
 * Find the weights of least variance (Markowitz, "Portfolio Selection", 1952), none below 0 or above the cap: weight
 * goes from where it adds most to where it adds least, exactly as much as is best for the pair, until no pair is left.
 *
 * @param cap at least an equal share
 */
export function minimiseVariance(covariances: Matrix, cap: number): readonly number[] {
  const weights = covariances.map(() => 1 / covariances.length)
  const scale = Math.max(...covariances.flat().map(Math.abs))
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const slopes = weights.map((_, i) => gradient(weights, covariances, i))
    const to = best(slopes, (i) => (weights[i] ?? 0) < cap, -1)
    const from = best(slopes, (i) => (weights[i] ?? 0) > 0, 1)
    const gain = (slopes[from] ?? 0) - (slopes[to] ?? 0)
    if (!(gain > PRECISION * scale)) break
    const curve = at(covariances, to, to) + at(covariances, from, from) - 2 * at(covariances, to, from)
    const room = Math.min(cap - (weights[to] ?? 0), weights[from] ?? 0)
    const moved = curve > 0 ? Math.min(gain / curve, room) : room
    weights[to] = (weights[to] ?? 0) + moved
    weights[from] = (weights[from] ?? 0) - moved
  }
  return weights
}

/**
 * Find the weights of which each adds the same to the variance, by cyclical coordinate descent (Griveau-Billion, Richard,
 * Roncalli, "A Fast Algorithm for Computing High-dimensional Risk Parity Portfolios", 2013). What is above the cap is
 * shared out to the others in proportion.
 *
 * @param covariances of assets that each moved
 */
export function shareRisk(covariances: Matrix, cap: number): readonly number[] {
  const scale = Math.max(...covariances.map((_, i) => at(covariances, i, i)))
  const own = covariances.map((row) => row.map((value) => value / scale))
  const weights = own.map((_, i) => 1 / Math.sqrt(at(own, i, i)))
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let moved = 0
    for (const i of weights.keys()) {
      const variance = at(own, i, i)
      const others = gradient(weights, own, i) - variance * (weights[i] ?? 0)
      const next = (-others + Math.sqrt(others ** 2 + (4 * variance) / weights.length)) / (2 * variance)
      moved = Math.max(moved, Math.abs(next - (weights[i] ?? 0)) / next)
      weights[i] = next
    }
    if (moved < PRECISION) break
  }
  return capWeights(normalise(weights), cap)
}

/** Round weights to basis points that add up to all, none above the cap; the largest remainders are rounded up. */
export function toBps(weights: readonly number[], capBps: number): readonly number[] {
  const exact = weights.map((weight) => weight * FULL_BPS)
  const whole = exact.map((value) => Math.min(Math.floor(value), capBps))
  const order = [...exact.keys()].toSorted(
    (a, b) => (exact[b] ?? 0) - (whole[b] ?? 0) - ((exact[a] ?? 0) - (whole[a] ?? 0)) || a - b,
  )
  let left = FULL_BPS - whole.reduce((sum, value) => sum + value, 0)
  while (left > 0) {
    for (const i of order) {
      if (left === 0) break
      if ((whole[i] ?? 0) >= capBps) continue
      whole[i] = (whole[i] ?? 0) + 1
      left -= 1
    }
  }
  return whole
}

function capWeights(weights: readonly number[], cap: number): readonly number[] {
  const capped = new Set<number>()
  for (;;) {
    const free = weights.reduce((sum, weight, i) => (capped.has(i) ? sum : sum + weight), 0)
    const spread = weights.map((weight, i) =>
      capped.has(i) ? cap : (weight / free) * (1 - capped.size * cap),
    )
    const above = spread.flatMap((weight, i) => (!capped.has(i) && weight > cap ? [i] : []))
    if (above.length === 0) return spread
    for (const i of above) capped.add(i)
    if (capped.size === weights.length) return weights.map(() => 1 / weights.length)
  }
}

const at = (matrix: Matrix, row: number, column: number) => matrix[row]?.[column] ?? 0

const gradient = (weights: readonly number[], covariances: Matrix, row: number) =>
  weights.reduce((sum, weight, column) => sum + weight * at(covariances, row, column), 0)

function normalise(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** The place of the largest value (sign 1) or the smallest (sign -1) among those that may be chosen. */
const best = (values: readonly number[], mayBe: (index: number) => boolean, sign: 1 | -1): number =>
  [...values.keys()]
    .filter(mayBe)
    .reduce((found, index) => (sign * ((values[index] ?? 0) - (values[found] ?? 0)) > 0 ? index : found))
