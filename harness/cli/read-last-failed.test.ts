import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { computeDigest } from '../record/digest.ts'
import { createFixtureRecord } from '../record/fixtures/fixture-record.ts'
import { createScenarios } from '../record/fixtures/scenarios.ts'
import type { RunRecord } from '../record/record.ts'
import { summarise } from '../record/summary.ts'
import { readLastFailed } from './read-last-failed.ts'

const passed = createScenarios().filter(({ verdict }) => verdict === 'passed')

/** Keep a run whose scenarios passed as the only one of a folder; answers the folder. */
function keep(more: Partial<RunRecord> = {}, planned = passed.length): string {
  const out = mkdtempSync(join(tmpdir(), 'assay-last-failed-'))
  onTestFinished(() => rmSync(out, { recursive: true }))
  const { digest: _, ...record } = { ...createFixtureRecord(passed), ...more }
  const whole = { ...record, summary: summarise(passed, planned, record) }
  mkdirSync(join(out, record.runId))
  writeFileSync(
    join(out, record.runId, 'run.json'),
    JSON.stringify({ ...whole, digest: computeDigest(whole) }),
  )
  return out
}

const INTERRUPTED = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' } as const

test('default: a run that passed leaves nothing', () => {
  expect(readLastFailed(keep()).ids).toEqual([])
})

test('behavior: what an interruption left out did not pass', () => {
  const notRun = ['scenarios/scripted/a.yaml', 'scenarios/scripted/b.yaml#wait=60s']
  const out = keep({ incomplete: INTERRUPTED, notRun }, passed.length + 2)
  expect(readLastFailed(out).ids).toEqual(notRun)
})

test.each([
  ['an interruption that left out nobody knows what', { incomplete: INTERRUPTED }, 'interrupted by SIGINT'],
  [
    'its coverage',
    { coverage: { keys: [], violations: ['permit:committed>pending'] } },
    'permit:committed>pending',
  ],
  [
    'its baseline',
    {
      gate: {
        baseline: 'reports/baseline.json',
        differences: [{ measure: 'gas', before: '1', after: '2', isWorse: true }],
      },
    },
    'gas: 1 then, 2 now',
  ],
] satisfies [
  string,
  Partial<RunRecord>,
  string,
][])('error: BAD_USAGE for a run that did not pass by %s alone', (_, more, found) => {
  const out = keep(more, passed.length + ('incomplete' in more ? 1 : 0))
  expect(() => readLastFailed(out)).toThrow(
    expect.objectContaining({
      code: 'BAD_USAGE',
      details: expect.objectContaining({ found: expect.stringContaining(found) }),
    }),
  )
})
