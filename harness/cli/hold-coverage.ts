import type { RecordCoverage } from '../record/record.ts'
import { summariseCoverage } from '../record/summarise-coverage.ts'
import { EXIT_CODES } from './exit-codes.ts'
import type { CliIo } from './io.ts'

/** Fail a run whose scenarios all passed when it shows what must never be, or less than it was asked to. */
export function holdCoverage(coverage: RecordCoverage | undefined, io: CliIo): number {
  if (coverage === undefined) return EXIT_CODES.pass
  const { verdict, percent, notExercised } = summariseCoverage(coverage)
  if (verdict === 'passed') return EXIT_CODES.pass
  const { violations, minPercent } = coverage
  for (const key of violations)
    io.progress(`${io.errorColors.red('coverage')} ${key} was seen and must not be`)
  if (minPercent !== undefined && percent < minPercent) {
    io.progress(
      `${io.errorColors.red('coverage')} expected at least ${minPercent} %, found ${percent} %; not exercised: ${notExercised.join(', ')}`,
    )
  }
  return EXIT_CODES.findings
}
