import { expect, test } from 'vitest'
import { createPassedRecord, FIXTURE_COVERAGE } from '../../harness/record/fixtures/fixture-record.ts'
import type { RunRecord } from '../../harness/record/record.ts'
import { summarise } from '../../harness/record/summary.ts'
import { SARIF_REPORTER } from './sarif.ts'

test('behavior: of what keeps a run as a whole from passing, each result is told from the others', () => {
  const differences = ['a.yaml', 'b.yaml'].map(
    (scenario) => ({ measure: 'gas', scenario, before: '1', after: '2', isWorse: true }) as const,
  )
  const log = SARIF_REPORTER.render({
    ...createPassedRecord(),
    coverage: { ...FIXTURE_COVERAGE, violations: ['cell:a', 'cell:b'] },
    gate: { baseline: 'b.json', differences },
  })
  const { results } = JSON.parse(log).runs[0]
  const prints = results.map((result: { partialFingerprints: unknown }) =>
    JSON.stringify(result.partialFingerprints),
  )
  expect(prints).toHaveLength(5)
  expect(new Set(prints).size).toBe(5)
})

test('behavior: a run that did not come to its end was not executed successfully', () => {
  const isExecuted = (record: RunRecord) =>
    JSON.parse(SARIF_REPORTER.render(record)).runs[0].invocations[0].executionSuccessful
  const incomplete = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted' } as const
  const { scenarios, summary, ...rest } = createPassedRecord()
  const ended = (more: Pick<RunRecord, 'incomplete'>) =>
    isExecuted({ ...rest, ...more, scenarios, summary: summarise(scenarios, summary.total, more) })
  expect(ended({})).toBe(true)
  expect(ended({ incomplete })).toBe(false)
  expect(ended({ incomplete: { ...incomplete, cause: 'broken' } })).toBe(false)
})
