import type { RecordCoverage } from './record.ts'

/** How much of what counts was exercised. */
export interface CoverageSummary {
  readonly total: number
  readonly exercised: number
  /** In percent, rounded down to a tenth: 100 only when nothing is left. */
  readonly percent: number
  readonly notExercised: readonly string[]
  /** Whether it is as much as was asked for. */
  readonly isEnough: boolean
  /** What is seen and must never be, or less than was asked for. */
  readonly verdict: 'passed' | 'failed'
}

/** Count what was exercised, and hold it against what was asked for. */
export function summariseCoverage({ keys, violations, minPercent }: RecordCoverage): CoverageSummary {
  const notExercised = keys.flatMap(({ key, scenarios }) => (scenarios === 0 ? [key] : []))
  const exercised = keys.length - notExercised.length
  const percent = keys.length === 0 ? 0 : Math.floor((exercised * 1_000) / keys.length) / 10
  const isEnough = minPercent === undefined || exercised * 100 >= minPercent * Math.max(1, keys.length)
  return {
    total: keys.length,
    exercised,
    percent,
    notExercised,
    isEnough,
    verdict: violations.length === 0 && isEnough ? 'passed' : 'failed',
  }
}
