import type { RecordIncomplete, RecordScenario, RecordSummary } from './record.ts'

/**
 * Count scenarios by verdict and judge the whole.
 *
 * Scenarios that were planned and have no record count as skipped. A run that is cut short or in which nothing passed
 * has not shown anything, and is broken unless something failed. One that was interrupted is neither.
 */
export function summarise(
  scenarios: readonly Pick<RecordScenario, 'verdict'>[],
  plannedCount: number = scenarios.length,
  incomplete?: RecordIncomplete,
): RecordSummary {
  const count = (verdict: RecordScenario['verdict']) =>
    scenarios.filter((scenario) => scenario.verdict === verdict).length
  const passed = count('passed')
  const failed = count('failed')
  const flaky = count('flaky')
  const broken = count('broken')
  const missing = Math.max(0, plannedCount - scenarios.length)
  const judged =
    broken > 0 ? 'broken' : failed + flaky > 0 ? 'failed' : missing > 0 || passed === 0 ? 'broken' : 'passed'
  return {
    total: scenarios.length + missing,
    passed,
    failed,
    flaky,
    broken,
    skipped: count('skipped') + missing,
    verdict: incomplete?.cause ?? judged,
  }
}
