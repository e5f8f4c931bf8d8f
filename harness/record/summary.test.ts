import { expect, test } from 'vitest'
import type { RecordVerdict } from './record.ts'
import { summarise } from './summary.ts'

const of = (...verdicts: RecordVerdict[]) => verdicts.map((verdict) => ({ verdict }))

test('default', () => {
  expect(summarise(of('passed', 'failed', 'passed', 'skipped'))).toEqual({
    total: 4,
    passed: 2,
    failed: 1,
    flaky: 0,
    broken: 0,
    skipped: 1,
    verdict: 'failed',
  })
})

test('behavior: broken outranks failed, failed outranks passed', () => {
  expect(summarise(of('passed', 'failed', 'broken')).verdict).toBe('broken')
  expect(summarise(of('passed', 'flaky'))).toMatchObject({ flaky: 1, verdict: 'failed' })
  expect(summarise(of('passed', 'failed')).verdict).toBe('failed')
  expect(summarise(of('passed', 'skipped')).verdict).toBe('passed')
})

test('behavior: planned scenarios without a record are skipped, and break a run that found nothing', () => {
  expect(summarise(of('passed'), 3)).toMatchObject({ total: 3, skipped: 2, verdict: 'broken' })
  expect(summarise(of('passed', 'failed'), 3)).toMatchObject({ total: 3, skipped: 1, verdict: 'failed' })
})

test('behavior: a run that shows nothing did not pass', () => {
  expect(summarise([]).verdict).toBe('broken')
  expect(summarise(of('skipped')).verdict).toBe('broken')
})

test('behavior: a run that is worse than its baseline failed, whatever else got better', () => {
  const gate = (...isWorse: boolean[]) => ({
    gate: {
      baseline: 'a baseline',
      differences: isWorse.map((each) => ({
        measure: 'gas' as const,
        before: '1',
        after: '2',
        isWorse: each,
      })),
    },
  })
  expect(summarise(of('passed'), 1, gate()).verdict).toBe('passed')
  expect(summarise(of('passed'), 1, gate(false)).verdict).toBe('passed')
  expect(summarise(of('passed'), 1, gate(false, true)).verdict).toBe('failed')
  expect(summarise(of('passed'), 1, gate(true)).verdict).toBe('failed')
})

test('behavior: a run that exercised less than it was asked to failed, whatever its scenarios came to', () => {
  const coverage = (violations: readonly string[], minPercent: number) => ({
    coverage: {
      keys: [
        { key: 'a', scenarios: 1 },
        { key: 'b', scenarios: 0 },
      ],
      violations,
      minPercent,
    },
  })
  expect(summarise(of('passed'), 1, coverage([], 50)).verdict).toBe('passed')
  expect(summarise(of('passed'), 1, coverage([], 51)).verdict).toBe('failed')
  expect(summarise(of('passed'), 1, coverage(['c'], 50)).verdict).toBe('failed')
  expect(summarise(of('broken'), 1, coverage([], 51)).verdict).toBe('broken')
  // It is held as it is, not as it is shown.
  const keys = ['a', 'b', 'c'].map((key, index) => ({ key, scenarios: index }))
  const held = (minPercent: number) =>
    summarise(of('passed'), 1, { coverage: { keys, violations: [], minPercent } })
  expect(held(66.66).verdict).toBe('passed')
  expect(held(66.67).verdict).toBe('failed')
})
