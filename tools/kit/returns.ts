/** A price and since when it held. */
export interface Dated {
  readonly updatedAtSeconds: number
  readonly price: number
}

/** Most times of a grid, the last ones. */
const MOST_TIMES = 1_000

/** Even times over which every one of some series has a price: from the latest first price on. */
export function gridOf(
  series: readonly (readonly Dated[])[],
  endSeconds: number,
  stepSeconds: number,
): number[] {
  const from = Math.max(...series.map(([first]) => first?.updatedAtSeconds ?? Number.POSITIVE_INFINITY))
  const whole = Number.isFinite(from) ? Math.floor((endSeconds - from) / stepSeconds) + 1 : 0
  const count = Math.min(whole, MOST_TIMES)
  return Array.from(
    { length: Math.max(count, 0) },
    (_, index) => endSeconds - (count - 1 - index) * stepSeconds,
  )
}

/** Logarithmic returns from one time to the next, of the prices that held then (previous-tick sampling). */
export function returnsOn(grid: readonly number[], series: readonly Dated[]): number[] {
  const held = grid.map(
    (time) => series.findLast(({ updatedAtSeconds }) => updatedAtSeconds <= time)?.price ?? Number.NaN,
  )
  return held.slice(1).map((price, index) => Math.log(price / (held[index] ?? Number.NaN)))
}

/** Arithmetic mean. */
export const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Mean product of the distances from the means. */
export function covarianceOf(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  return meanOf(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)))
}

/** Standard deviation. */
export const deviationOf = (values: readonly number[]): number => Math.sqrt(covarianceOf(values, values))

/** Pearson's correlation; undefined where one of both never moved. */
export function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const scale = deviationOf(a) * deviationOf(b)
  return scale > 0 ? covarianceOf(a, b) / scale : undefined
}

/** How much of a move of the benchmark the other makes (covariance by variance); undefined where it never moved. */
export function betaOf(values: readonly number[], benchmark: readonly number[]): number | undefined {
  const variance = covarianceOf(benchmark, benchmark)
  return variance > 0 ? covarianceOf(values, benchmark) / variance : undefined
}
