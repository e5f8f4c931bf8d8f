import type { RecordScenario, RecordSummary, RunRecord } from './record.ts'
import { summariseCoverage } from './summarise-coverage.ts'

/**
 * Count scenarios by verdict and judge the whole.
 *
 * Scenarios that were planned and have no record count as skipped. A run that is cut short or in which nothing passed
 * has not shown anything, and is broken unless something failed. One that was interrupted is neither. One that
 * exercised less than it was asked to, or is worse than its baseline, failed, although its scenarios passed.
 */
export function summarise(
  scenarios: readonly Pick<RecordScenario, 'verdict'>[],
  plannedCount: number = scenarios.length,
  { incomplete, coverage, gate }: Pick<RunRecord, 'incomplete' | 'coverage' | 'gate'> = {},
): RecordSummary {
  const count = (verdict: RecordScenario['verdict']) =>
    scenarios.filter((scenario) => scenario.verdict === verdict).length
  const passed = count('passed')
  const failed = count('failed')
  const flaky = count('flaky')
  const broken = count('broken')
  const missing = Math.max(0, plannedCount - scenarios.length)
  const isExercised = coverage === undefined || summariseCoverage(coverage).verdict === 'passed'
  const isHeld = isExercised && !gate?.differences.some(({ isWorse }) => isWorse)
  const judge = () => {
    if (broken > 0) return 'broken'
    if (failed + flaky > 0) return 'failed'
    if (missing > 0 || passed === 0) return 'broken'
    return isHeld ? 'passed' : 'failed'
  }
  return {
    total: scenarios.length + missing,
    passed,
    failed,
    flaky,
    broken,
    skipped: count('skipped') + missing,
    verdict: incomplete?.cause ?? judge(),
  }
}
