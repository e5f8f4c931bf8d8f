import type { RecordCoverage, RecordScenario } from '../record/record.ts'
import { coverageOf } from './coverage-of.ts'
import { COVERAGE_UNIVERSE } from './universe.ts'

/**
 * Hold what recorded scenarios exercised against everything that counts.
 *
 * What is seen outside of the universe is a violation: the design forbids it, or the universe says that no run can
 * show it and is wrong.
 */
export function measureCoverage(
  scenarios: readonly Pick<RecordScenario, 'steps'>[],
  minPercent?: number,
): RecordCoverage {
  const counts = new Map<string, number>()
  for (const key of scenarios.flatMap((scenario) => [...coverageOf(scenario)])) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return {
    keys: COVERAGE_UNIVERSE.map((key) => ({ key, scenarios: counts.get(key) ?? 0 })),
    violations: [...counts.keys()].filter((key) => !COVERAGE_UNIVERSE.includes(key)).sort(),
    ...(minPercent === undefined ? {} : { minPercent }),
  }
}
