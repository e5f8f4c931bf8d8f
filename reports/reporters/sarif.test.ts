import { expect, test } from 'vitest'
import { createPassedRecord, FIXTURE_COVERAGE } from '../../harness/record/fixtures/fixture-record.ts'
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
