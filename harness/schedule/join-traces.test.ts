import { expect, test } from 'vitest'
import { computeScenarioDigest } from '../record/digest.ts'
import { createFixtureRecord } from '../record/fixtures/fixture-record.ts'
import type { RecordScenario, RecordStep } from '../record/record.ts'
import { joinTraces } from './join-traces.ts'

const first = createFixtureRecord().scenarios.find(
  ({ verdict, steps }) => verdict === 'failed' && steps.length > 1,
) as RecordScenario
const root = { type: 'CALL', from: '0x01', target: '0x02', gasUsed: '21000' }
const withTraces = (steps: readonly RecordStep[]) =>
  steps.map((step, at) =>
    at === 1 ? { ...step, traces: [{ of: 'mined' as const, subject: '0x03', root }] } : step,
  )

test('default: the traces are taken, and everything else is as it was', () => {
  const again = {
    ...first,
    names: { '0x02': 'cage' },
    steps: withTraces(first.steps),
    timings: { startedMs: 1, durationMs: 2, worker: 3 },
    roundTrips: { agent: 9, harness: 9, oracle: 9 },
  }
  const joined = joinTraces(first, again)
  expect(joined).toEqual({ ...first, names: again.names, steps: again.steps })
  // Whether it was traced does not change what was found.
  expect(computeScenarioDigest(joined)).toBe(computeScenarioDigest(first))
})

test('behavior: what comes to something else is flaky, with the step at which it does', () => {
  const steps = withTraces(first.steps).map((step, at) => (at === 1 ? { ...step, phase: 'another' } : step))
  const { verdict, findings, steps: kept } = joinTraces(first, { ...first, steps })
  expect(verdict).toBe('flaky')
  expect(findings.slice(0, -1)).toEqual(first.findings)
  expect(findings.at(-1)).toMatchObject({ law: 'run.repeatable', step: 1 })
  expect(findings.at(-1)?.expected).not.toBe(findings.at(-1)?.found)
  expect(kept).toEqual(first.steps)
})

test('behavior: what the harness could not play again is flaky, and says why', () => {
  const broken = { code: 'ANVIL_EXITED', message: 'anvil ended' }
  const { verdict, findings } = joinTraces(first, {
    ...first,
    verdict: 'broken',
    steps: [],
    findings: [],
    broken,
  })
  expect(verdict).toBe('flaky')
  expect(findings.at(-1)?.found).toBe('ANVIL_EXITED: anvil ended')
})
