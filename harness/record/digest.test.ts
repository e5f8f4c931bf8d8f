import { expect, test } from 'vitest'
import { computeDigest } from './digest.ts'
import { createFixtureRecord } from './fixtures/fixture-record.ts'
import type { RecordFuzz, RecordStep, RunRecord } from './record.ts'
import { RUN_RECORD_SCHEMA } from './record-schema.ts'

const record = createFixtureRecord()
const change = (partial: Partial<RunRecord>) => computeDigest({ ...record, ...partial })
const rest = record.scenarios.filter(({ steps }) => steps.length === 0)
const first = record.scenarios.find(({ steps }) => steps.length > 0)
if (first === undefined) throw new Error('the fixture holds no scenario with steps')

test('default', () => {
  expect(record.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(computeDigest(record)).toBe(record.digest)
})

test('behavior: measurements, versions and names of the run do not count', () => {
  const measured = record.scenarios.map((scenario) => ({
    ...scenario,
    timings: { startedMs: 1, durationMs: 2, worker: 3 },
    roundTrips: { agent: 0, harness: 0, oracle: 0 },
    steps: scenario.steps.map((step) => ({ ...step, timings: { durationMs: 9 } })),
  }))
  const changed = change({
    runId: 'another',
    startedAt: '1970-01-01T00:00:00.000Z',
    timings: { setUpMs: 0, totalMs: 0 },
    scenarios: measured,
    provenance: { ...record.provenance, nodeVersion: '99', gitCommit: null, platform: 'moon', options: {} },
  })
  expect(changed).toBe(record.digest)
})

test('behavior: the order of members does not count', () => {
  const reversed = Object.fromEntries(Object.entries(first).reverse()) as unknown as typeof first
  expect(change({ scenarios: [reversed, ...rest] })).toBe(change({ scenarios: [first, ...rest] }))
})

test('behavior: seed, world, origin, summary and every finding count', () => {
  const { provenance, summary } = record
  const [step, ...steps] = first.steps
  const digests = [
    record.digest,
    change({ provenance: { ...provenance, seed: '43' } }),
    change({ provenance: { ...provenance, worldHash: '00' } }),
    change({ provenance: { ...provenance, origin: { ...provenance.origin, blockNumber: '1' } } }),
    change({ summary: { ...summary, total: summary.total + 1 } }),
    change({ scenarios: rest }),
    change({ scenarios: [{ ...first, stateDigest: 'other' }, ...rest] }),
    change({
      scenarios: [{ ...first, steps: step ? [{ ...step, phase: 'terminal' }, ...steps] : [] }, ...rest],
    }),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})

/** Members that may differ between two faithful runs. */
const UNCOUNTED = {
  scenario: ['timings', 'roundTrips', 'speculation', 'names', 'replay'],
  step: ['timings', 'traces'],
}
const { properties: SCENARIO } = RUN_RECORD_SCHEMA.properties.scenarios.items

/** What no member of a fixture is. */
const OTHER = { code: 'other', message: 'other' }

test.each(
  Object.keys(SCENARIO).filter((name) => name !== 'steps'),
)('behavior: whether %s of a scenario counts', (name) => {
  const changed = change({ scenarios: [{ ...first, [name]: OTHER }, ...rest] })
  expect(changed !== change({ scenarios: [first, ...rest] })).toBe(!UNCOUNTED.scenario.includes(name))
})

test.each(Object.keys(SCENARIO.steps.items.properties))('behavior: whether %s of a step counts', (name) => {
  const [step, ...steps] = first.steps
  const changed = change({
    scenarios: [{ ...first, steps: [{ ...step, [name]: OTHER } as RecordStep, ...steps] }, ...rest],
  })
  expect(changed !== change({ scenarios: [first, ...rest] })).toBe(!UNCOUNTED.step.includes(name))
})

test('behavior: that a run was interrupted counts', () => {
  const incomplete = { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by Ctrl-C' } as const
  expect(change({ incomplete })).not.toBe(record.digest)
})

test('behavior: what was drawn counts', () => {
  const drawn = (cases: number) => change({ fuzz: { property: 'x', cases } as RecordFuzz })
  expect(drawn(1)).not.toBe(record.digest)
  expect(drawn(1)).not.toBe(drawn(2))
})

test('behavior: a tool result may hold a member that is called timings', () => {
  const withResult = (result: { timings: number }) =>
    change({ scenarios: [{ ...first, steps: first.steps.map((step) => ({ ...step, result })) }, ...rest] })
  expect(withResult({ timings: 1 })).not.toBe(withResult({ timings: 2 }))
})

test('behavior: the port of a node on this machine does not count, its path and that of others do', () => {
  const withUrl = (url: string) =>
    change({
      scenarios: [{ ...first, steps: first.steps.map((step) => ({ ...step, result: { url } })) }, ...rest],
    })
  expect(withUrl('http://127.0.0.1:1')).toBe(withUrl('http://127.0.0.1:65535'))
  expect(withUrl('http://127.0.0.1:1/a')).not.toBe(withUrl('http://127.0.0.1:1/b'))
  expect(withUrl('http://node.example:1')).not.toBe(withUrl('http://node.example:2'))
})

test('behavior: it does not count in what a finding, a denial or a cycle quotes either', () => {
  const withPort = (port: number) => {
    const quote = `it answered {"url":"http://127.0.0.1:${port}"}`
    const denial = {
      layer: 'tool',
      code: 'RPC_UNREACHABLE',
      message: `connect ECONNREFUSED 127.0.0.1:${port}`,
      hint: quote,
    }
    const finding = { law: 'x', message: quote, expected: 'x', found: quote, step: 0, line: 1 }
    const steps = first.steps.map((step) => ({ ...step, title: quote, denial }))
    const cycles = [{ tick: 1, isDurable: true, record: { reason: quote } }]
    return change({ scenarios: [{ ...first, steps, cycles, findings: [finding] }, ...rest] })
  }
  expect(withPort(1)).toBe(withPort(65_535))
})
