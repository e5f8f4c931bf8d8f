import type { RunRecord } from '../../harness/record/record.ts'
import { summariseCoverage } from '../../harness/record/summarise-coverage.ts'

const MAX_NAMES = 20

/** Say what of its coverage keeps a run from passing, a line each; nothing where it was not measured or suffices. */
export function describeCoverage({ coverage }: Pick<RunRecord, 'coverage'>): string[] {
  if (coverage === undefined) return []
  const { percent, notExercised, isEnough } = summariseCoverage(coverage)
  return [
    ...coverage.violations.map((key) => `${key} was seen and must not be`),
    ...(isEnough
      ? []
      : [
          `expected at least ${coverage.minPercent} %, found ${
            notExercised.length === 0
              ? 'nothing that counts'
              : `${percent} %; not exercised: ${listNames(notExercised)}`
          }`,
        ]),
  ]
}

const listNames = (names: readonly string[]) =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')}, and ${names.length - MAX_NAMES} more`
