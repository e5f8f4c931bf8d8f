import type { RecordScenario, RecordSummary } from '../../harness/record/record.ts'

/** The scenarios of one subject, with their counts. */
export interface Area
  extends Pick<RecordSummary, 'total' | 'passed' | 'failed' | 'flaky' | 'broken' | 'skipped'> {
  readonly name: string
  readonly scenarios: readonly RecordScenario[]
  readonly durationMs: number
}

/** Group scenarios by area, in the order of the areas' names. */
export function groupByArea(scenarios: readonly RecordScenario[]): Area[] {
  const groups = new Map<string, RecordScenario[]>()
  for (const scenario of scenarios) {
    const group = groups.get(scenario.area)
    if (group) group.push(scenario)
    else groups.set(scenario.area, [scenario])
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, group]) => {
      const count = (verdict: RecordScenario['verdict']) =>
        group.filter((scenario) => scenario.verdict === verdict).length
      return {
        name,
        scenarios: group,
        total: group.length,
        passed: count('passed'),
        failed: count('failed'),
        flaky: count('flaky'),
        broken: count('broken'),
        skipped: count('skipped'),
        durationMs: group.reduce((sum, { timings }) => sum + timings.durationMs, 0),
      }
    })
}
