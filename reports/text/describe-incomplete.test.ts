import { expect, test } from 'vitest'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { describeIncomplete } from './describe-incomplete.ts'

const describe = (skipped: number) => {
  const { summary } = createFixtureRecord()
  const incomplete = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' } as const
  return describeIncomplete({ incomplete, summary: { ...summary, skipped } })
}

test('default: how many scenarios are missing', () => {
  expect(describe(1)).toBe('partial report, interrupted by SIGINT: 1 scenario not run')
})

test('behavior: what was interrupted behind its last scenario misses none', () => {
  expect(describe(0)).toBe('partial report, interrupted by SIGINT: all scenarios ran, some may not be traced')
})

test('behavior: of a whole report nothing is said', () => {
  expect(describeIncomplete(createFixtureRecord())).toBe('')
})
