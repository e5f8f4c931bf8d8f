import { deviationOf } from '../../kit/returns.ts'

/** What a holding of assets may lose in one step. */
export interface TailRisk {
  /** Steps of the history that are in the tail. */
  readonly tailCount: number
  readonly valueAtRisk: number
  readonly expectedShortfall: number
  /** Standard deviation of what the holding gained or lost in one step. */
  readonly deviation: number
  /** What each asset adds to the expected shortfall; they add up to it. */
  readonly components: readonly number[]
}

/**
 * Measure risk by historical simulation (Hull, "Options, Futures, and Other Derivatives", value at risk): every step of
 * the past is applied to what is held now. The tail are the worst steps beyond the confidence, rounded up to whole ones;
 * value at risk is the mildest loss of it, expected shortfall their mean, allocated to assets by Euler's rule (Tasche,
 * "Risk contributions and performance measurement", 1999).
 *
 * @param returns logarithmic returns, a series for each value and all of one length above 0
 */
export function measureTailRisk(
  values: readonly number[],
  returns: readonly (readonly number[])[],
  confidenceBps: number,
): TailRisk {
  const count = returns[0]?.length ?? 0
  const steps = Array.from({ length: count }, (_, step) => {
    const changes = values.map((value, asset) => value * Math.expm1(returns[asset]?.[step] ?? 0))
    return { changes, total: changes.reduce((sum, change) => sum + change, 0) }
  })
  const tailCount = Math.max(1, Math.ceil((count * (10_000 - confidenceBps)) / 10_000))
  const tail = steps.toSorted((a, b) => a.total - b.total).slice(0, tailCount)
  const meanLoss = (of: (step: (typeof steps)[number]) => number) =>
    -tail.reduce((sum, step) => sum + of(step), 0) / tailCount
  return {
    tailCount,
    valueAtRisk: -(tail.at(-1)?.total ?? 0),
    expectedShortfall: meanLoss(({ total }) => total),
    deviation: deviationOf(steps.map(({ total }) => total)),
    components: values.map((_, asset) => meanLoss(({ changes }) => changes[asset] ?? 0)),
  }
}
