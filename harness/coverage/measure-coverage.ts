import type { RecordCoverage, RecordScenario } from '../record/record.ts'
import { coverageOf } from './coverage-of.ts'
import { COVERAGE_UNIVERSE, isForbidden } from './universe.ts'

/** Hold what recorded scenarios exercised against everything that counts, and against what may never be seen. */
export function measureCoverage(
  scenarios: readonly Pick<RecordScenario, 'steps'>[],
  minPercent?: number,
): RecordCoverage {
  const counts = new Map<string, number>()
  for (const key of scenarios.flatMap((scenario) => [...coverageOf(scenario)])) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return judgeCoverage(counts, minPercent)
}

/** Hold the number of scenarios that show each key against everything that counts, and what may never be seen. */
export function judgeCoverage(counts: ReadonlyMap<string, number>, minPercent?: number): RecordCoverage {
  return {
    keys: COVERAGE_UNIVERSE.map((key) => ({ key, scenarios: counts.get(key) ?? 0 })),
    violations: [...counts.keys()].filter(isForbidden).sort(),
    ...(minPercent === undefined ? {} : { minPercent }),
  }
}
