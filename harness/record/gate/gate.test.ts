import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFixtureRecord, createPassedRecord, FIXTURE_COVERAGE } from '../fixtures/fixture-record.ts'
import { step } from '../fixtures/parts.ts'
import type { RecordDenial, RecordDifference, RecordScenario } from '../record.ts'
import { type Baseline, type BaselineScenario, keepFigures, nameOrigin, takeBaseline } from './baseline.ts'
import { readBaseline, writeBaseline } from './baseline-file.ts'
import { compareBaselines } from './compare-baselines.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-baseline-'))
afterAll(() => rmSync(directory, { recursive: true }))

const passed = createPassedRecord()
const files = Object.fromEntries(passed.scenarios.map(({ file }) => [file, 'f'.repeat(64)]))
const record = { ...passed, provenance: { ...passed.provenance, files } }
const base = takeBaseline(record, FIXTURE_COVERAGE)
const [id = '', first] = Object.entries(base.scenarios).find(([, { gas }]) => gas !== undefined) ?? []
if (first === undefined) throw new Error('no scenario with a transaction')

/** What differs when one scenario came to something else, by other code unless it is said. */
function compareWith(
  change: Partial<BaselineScenario>,
  run: Partial<Baseline> = { code: 'other' },
  before: Baseline = base,
) {
  const scenarios = { ...base.scenarios, [id]: { ...(first as BaselineScenario), ...change } }
  return compareBaselines(before, { ...base, scenarios, ...run })
}
const gasBy = (percent: bigint) => `${(BigInt(first.gas ?? 0) * (100n + percent)) / 100n}`
const only = (difference: Omit<RecordDifference, 'scenario'>) => [{ scenario: id, ...difference }]

test('default: a run differs in nothing from itself, nor from what its file holds', () => {
  const path = join(directory, 'baseline.json')
  writeBaseline(path, base)
  expect(readBaseline(path)).toEqual(base)
  expect(compareBaselines(readBaseline(path), base)).toEqual([])
})

test('behavior: a changed verdict', () => {
  const difference = { measure: 'verdict', before: 'passed', isWorse: true } as const
  for (const verdict of ['failed', 'flaky', 'broken', 'skipped'] as const)
    expect(compareWith({ verdict })).toEqual(only({ ...difference, after: verdict }))
})

test('behavior: lost coverage, with the names of what is lost', () => {
  const [lost = '', ...coverage] = base.coverage
  expect(compareWith({}, { coverage })).toEqual([
    {
      measure: 'coverage',
      before: `${base.coverage.length}`,
      after: `1 not exercised: ${lost}`,
      isWorse: true,
    },
  ])
})

test('behavior: what the design forbids is worse where it is seen for the first time', () => {
  const forbidden = 'cell:survival/new-position/allowed'
  const { violations } = FIXTURE_COVERAGE
  const after = takeBaseline(record, { ...FIXTURE_COVERAGE, violations: [...violations, forbidden] })
  expect(compareBaselines(base, after)).toEqual([
    {
      measure: 'coverage',
      before: `${violations.length}`,
      after: `1 seen that must not be: ${forbidden}`,
      isWorse: true,
    },
  ])
  expect(compareBaselines(after, base)).toEqual([])
  const path = join(directory, 'forbidden.json')
  writeBaseline(path, after)
  expect(compareBaselines(readBaseline(path), after)).toEqual([])
})

test('behavior: 10 % more gas', () => {
  const difference = { measure: 'gas', before: `${first.gas}`, after: gasBy(10n), isWorse: true } as const
  expect(compareWith({ gas: gasBy(10n) })).toEqual(only(difference))
})

test('behavior: one more round trip', () => {
  const { roundTrips } = first
  expect(compareWith({ roundTrips: roundTrips + 1 })).toEqual(
    only({ measure: 'round trips', before: `${roundTrips}`, after: `${roundTrips + 1}`, isWorse: true }),
  )
})

test('behavior: a larger error against what the chain shows', () => {
  expect(compareWith({ errorBps: 40 })).toEqual(
    only({ measure: 'error (bps)', before: `${first.errorBps ?? 0}`, after: '40', isWorse: true }),
  )
})

test('behavior: a flaky scenario: the same code, world, text and seed, another digest', () => {
  const digest = 'other'
  expect(compareWith({ digest }, {})).toEqual(
    only({ measure: 'flaky', before: `${first.digest}`, after: digest, isWorse: true }),
  )
  for (const other of [
    { code: 'x' },
    { world: 'x' },
    { files: { ...base.files, [id.split('#')[0] ?? '']: 'x' } },
  ])
    expect(compareWith({ digest }, other)).toEqual([])
  expect(compareWith({ digest, driver: 'pi' }, {})).toEqual([])
})

test('behavior: runs on different cassettes are not of the same chain, whatever world these name', () => {
  const digest = 'other'
  expect(compareWith({ digest }, { cassette: 'a' }, { ...base, cassette: 'b' })).toEqual([])
  expect(compareWith({ digest }, { cassette: 'a' })).toEqual([])
  expect(compareWith({ digest }, { cassette: 'a' }, { ...base, cassette: 'a' })).toMatchObject([
    { measure: 'flaky' },
  ])
  const taken = { ...record, provenance: { ...record.provenance, cassetteHash: 'c'.repeat(64) } }
  expect(takeBaseline(taken, FIXTURE_COVERAGE).cassette).toBe('c'.repeat(16))
})

test('behavior: with figures alone nothing is flaky, and all else is held as before', () => {
  const figures = keepFigures(base)
  const path = join(directory, 'figures.json')
  writeBaseline(path, figures)
  expect(readBaseline(path)).toEqual(figures)
  expect(readFileSync(path, 'utf8')).not.toMatch(/[0-9a-f]{16}/)
  expect(compareWith({ digest: 'other' }, {}, figures)).toEqual([])
  expect(compareWith({ gas: gasBy(10n) }, {}, figures)).toMatchObject([{ measure: 'gas', isWorse: true }])
  expect(compareBaselines(figures, figures)).toEqual([])
})

test('behavior: the embedded chain may have more blocks, another may not', () => {
  const origin = { chainId: 1, blockNumber: '7' }
  expect(nameOrigin({ ...origin, kind: 'embedded' })).toBe(
    nameOrigin({ ...origin, kind: 'embedded', blockNumber: '8' }),
  )
  expect(nameOrigin({ ...origin, kind: 'rpc' })).not.toBe(
    nameOrigin({ ...origin, kind: 'rpc', blockNumber: '8' }),
  )
})

test('behavior: fewer benign requests that are allowed', () => {
  const before = { ...base, benignAllowBps: 10_000 }
  expect(compareWith({}, { benignAllowBps: 9_950 }, before)).toEqual([
    { measure: 'benign allowed', before: '100 %', after: '99.5 %', isWorse: true },
  ])
})

test('behavior: a scenario that did not run is worse, a new one is not', () => {
  const { [id]: _, ...scenarios } = base.scenarios
  const less = { ...base, scenarios }
  const [lost, added] = [compareBaselines(base, less), compareBaselines(less, base)]
  expect(lost).toMatchObject([{ measure: 'scenarios', after: `1 did not run: ${id}`, isWorse: true }])
  expect(added).toMatchObject([{ measure: 'scenarios', after: `1 new: ${id}`, isWorse: false }])
})

test('behavior: a new scenario that did not pass is worse, by its verdict', () => {
  const { [id]: _, ...scenarios } = base.scenarios
  for (const verdict of ['failed', 'flaky', 'broken'] as const) {
    const added = { ...base, scenarios: { ...base.scenarios, [id]: { ...first, verdict } } }
    const [worse, ...others] = compareBaselines({ ...base, scenarios }, added)
    expect(worse).toEqual({ measure: 'verdict', scenario: id, before: 'new', after: verdict, isWorse: true })
    expect(others).toMatchObject([{ measure: 'scenarios', after: `1 new: ${id}`, isWorse: false }])
  }
})

test('behavior: what is tolerated is no difference, what got better is none that fails', () => {
  expect(compareWith({ gas: gasBy(1n) })).toEqual([])
  // A hundredth of what it was, and not of what it is.
  const round = { ...base, scenarios: { ...base.scenarios, [id]: { ...first, gas: '10000' } } }
  expect(compareWith({ gas: '10100' }, {}, round)).toEqual([])
  expect(compareWith({ gas: '10101' }, {}, round)).toMatchObject([{ measure: 'gas', isWorse: true }])
  expect(compareWith({ gas: gasBy(-10n) })).toMatchObject([{ measure: 'gas', isWorse: false }])
  const generous = { ...base, tolerances: { gasBps: 1_000, roundTrips: 2 } }
  const within = { gas: gasBy(10n), roundTrips: first.roundTrips + 2 }
  expect(compareWith(within, { code: 'x' }, generous)).toEqual([])
  expect(compareWith({ roundTrips: first.roundTrips + 3 }, { code: 'x' }, generous)).toHaveLength(1)
})

test('behavior: what got worse comes first', () => {
  const mixed = compareWith({ gas: gasBy(-50n), roundTrips: first.roundTrips + 1 })
  expect(mixed.map(({ measure }) => measure)).toEqual(['round trips', 'gas'])
})

test('behavior: a baseline holds nothing of time and machine', () => {
  const slower = (scenario: RecordScenario): RecordScenario => ({
    ...scenario,
    roundTrips: { ...scenario.roundTrips, harness: 999, oracle: 999 },
    timings: { startedMs: 1, durationMs: 99_999, worker: 9 },
  })
  const other = { ...record, runId: 'x', startedAt: 'x', scenarios: record.scenarios.map(slower) }
  expect(takeBaseline(other, FIXTURE_COVERAGE)).toEqual(base)
})

test('behavior: a halt has the gas of all that it sent', () => {
  const [scenario] = record.scenarios
  if (scenario === undefined) throw new Error('no scenario')
  const sent = ['21000', '50000'].map((gasUsed, nonce) => ({
    hash: `0x${nonce}`,
    nonce,
    call: { target: '0x1' },
    gasUsed,
  }))
  const halted = { ...scenario, steps: [step(0, { kind: 'halt', title: 'halt', sent })] }
  const taken = takeBaseline({ ...record, scenarios: [halted] }, FIXTURE_COVERAGE)
  expect(taken.scenarios[scenario.id]?.gas).toBe('71000')
})

test('behavior: of gas the sum, of errors the largest, of benign steps the share', () => {
  const { scenarios } = createFixtureRecord()
  const benign = scenarios.map((scenario) => ({ ...scenario, area: 'benign' }))
  const taken = takeBaseline({ ...record, scenarios: benign }, FIXTURE_COVERAGE)
  const asked = scenarios.flatMap(({ steps }) => steps.filter((each) => each.action ?? each.denial))
  const denied = asked.filter(({ denial }) => denial !== undefined).length
  expect(denied).toBeGreaterThan(0)
  expect(taken.benignAllowBps).toBe(Math.floor(((asked.length - denied) * 10_000) / asked.length))
  const denial: RecordDenial = { layer: 'phase', code: 'PHASE_FORBIDS_CLASS', message: '', hint: '' }
  const third = benign.slice(0, 1).map((each) => ({
    ...each,
    steps: [0, 1, 2].map((index) =>
      step(index, { kind: 'act', title: 'swap', action: 'swap', ...(index === 0 ? { denial } : {}) }),
    ),
  }))
  // What is not all is never shown as all of it.
  expect(takeBaseline({ ...record, scenarios: third }, FIXTURE_COVERAGE).benignAllowBps).toBe(6_666)
  const swap = scenarios.find(({ steps }) => steps.some(({ outcome }) => (outcome?.errorBps ?? 0) > 0))
  const largest = Math.max(...(swap?.steps.map(({ outcome }) => outcome?.errorBps ?? 0) ?? []))
  expect(taken.scenarios[swap?.id ?? '']?.errorBps).toBe(largest)
})

test.each([
  ['no file', undefined, 'no such file'],
  ['no JSON', '{', 'JSON'],
  ['another version', JSON.stringify({ ...base, baselineVersion: 2 }), '/baselineVersion'],
  ['an unknown tolerance', JSON.stringify({ ...base, tolerances: { gas: 1 } }), '/tolerances'],
  ['no code', JSON.stringify({ ...base, code: undefined }), 'code'],
  ['no world', JSON.stringify({ ...base, world: undefined }), 'world'],
  ['no files', JSON.stringify({ ...base, files: undefined }), 'files'],
  ['a file of a scenario that is missing', JSON.stringify({ ...base, files: {} }), '/files'],
  [
    'no digest',
    JSON.stringify({ ...base, scenarios: { ...base.scenarios, [id]: { ...first, digest: undefined } } }),
    'digest',
  ],
  [
    'a digest that is none',
    JSON.stringify({ ...base, scenarios: { ...base.scenarios, [id]: { ...first, digest: '' } } }),
    'digest',
  ],
  ['no scenario', JSON.stringify({ ...base, scenarios: {}, files: {} }), '/scenarios'],
  [
    'figures alone with a digest',
    JSON.stringify({ ...keepFigures(base), scenarios: base.scenarios }),
    '/scenarios',
  ],
  ['figures alone, of no scenario', JSON.stringify({ ...keepFigures(base), scenarios: {} }), '/scenarios'],
])('error: BASELINE_UNREADABLE, %s', (name, text, found) => {
  const path = join(directory, `${name}.json`)
  if (text !== undefined) writeFileSync(path, text)
  expect(() => readBaseline(path)).toThrow(
    expect.objectContaining({ code: 'BASELINE_UNREADABLE', message: expect.stringContaining(found) }),
  )
})

test('behavior: a line a scenario', () => {
  const path = join(directory, 'lines.json')
  writeBaseline(path, base)
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines.filter((line) => line.includes('"verdict"'))).toHaveLength(record.scenarios.length)
})
