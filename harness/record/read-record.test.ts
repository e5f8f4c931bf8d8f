import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { writeAtomically } from '../write-atomically.ts'
import { computeDigest } from './digest.ts'
import { createFixtureRecord } from './fixtures/fixture-record.ts'
import { readRecord } from './read-record.ts'
import type { RecordCall, RecordStep, RunRecord } from './record.ts'
import { summarise } from './summary.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-record-'))
afterAll(() => rmSync(directory, { recursive: true }))
const path = join(directory, 'run.json')
const record = createFixtureRecord()

const problemOf = (text: string) => {
  writeFileSync(path, text)
  return catchError(path)
}
const catchError = (at: string): HarnessError => {
  try {
    readRecord(at)
  } catch (error) {
    if (error instanceof HarnessError) return error
    throw error
  }
  throw new Error('the record was read')
}

test('default', () => {
  writeAtomically(path, JSON.stringify(record))
  expect(readRecord(path)).toEqual(record)
  expect(readdirSync(directory)).toEqual(['run.json'])
})

test('behavior: who made the calls is read, and may be missing, as in older records', () => {
  const scenarios = record.scenarios.map((scenario) => ({ ...scenario, driver: 'pi' as const }))
  const named = { ...record, scenarios }
  writeAtomically(path, JSON.stringify({ ...named, digest: computeDigest(named) }))
  expect(record.scenarios[0]?.driver).toBeUndefined()
  expect(readRecord(path).scenarios[0]?.driver).toBe('pi')
  // Nobody can say later that it was another.
  expect(problemOf(JSON.stringify({ ...named, digest: record.digest })).code).toBe('RECORD_UNREADABLE')
})

test('behavior: calls and frames are held to the schema at every depth', () => {
  const withDeepest = (deepest: object): RunRecord => {
    const inner = { target: null, calls: [deepest] } as unknown as RecordCall
    const frame = { type: 'CALL', from: '0x', gasUsed: '1', target: null }
    const acts: Pick<RecordStep, 'plans' | 'traces'> = {
      plans: [{ permitId: '0x', stage: 'preview', tool: 't', calls: [{ target: '0x01', calls: [inner] }] }],
      traces: [{ of: 'mined', subject: '0x', root: { ...frame, calls: [{ ...frame, calls: [] }] } }],
    }
    const scenarios = record.scenarios.map((scenario) => ({
      ...scenario,
      steps: scenario.steps.map((step) => ({ ...step, ...acts })),
    }))
    const changed = { ...record, scenarios }
    return { ...changed, digest: computeDigest(changed) }
  }
  const fitting = withDeepest({ target: '0x02', function: 'approve', arguments: [] })
  writeAtomically(path, JSON.stringify(fitting))
  expect(readRecord(path)).toEqual(fitting)
  expect(problemOf(JSON.stringify(withDeepest({ target: 7 }))).code).toBe('RECORD_UNREADABLE')
})

test('error: RECORD_UNREADABLE for a file that is not there', () => {
  expect(catchError(join(directory, 'missing.json'))).toMatchObject({ code: 'RECORD_UNREADABLE' })
})

test('error: RECORD_UNREADABLE for a file that is cut off', () => {
  const error = problemOf(JSON.stringify(record).slice(0, 900))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.shortMessage).toMatchInlineSnapshot(`"the run record is not JSON"`)
})

test('error: RECORD_UNREADABLE for another version', () => {
  const error = problemOf(JSON.stringify({ ...record, recordVersion: 99 }))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.message.replace(path, 'run.json')).toMatchInlineSnapshot(`
    "the run record has another version
      where:    run.json
      expected: recordVersion 5
      found:    recordVersion 99
      do:       read it with the assay that wrote it, or run the scenarios again"
  `)
})

test.each(['null', '[]', '"text"', '{}'])('error: RECORD_UNREADABLE for %s', (text) => {
  expect(problemOf(text).code).toBe('RECORD_UNREADABLE')
})

test('error: RECORD_UNREADABLE for a damaged member, naming it', () => {
  const damaged = structuredClone(record) as unknown as { scenarios: { verdict: string }[] }
  if (damaged.scenarios[3]) damaged.scenarios[3].verdict = 'great'
  const error = problemOf(JSON.stringify(damaged))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.message.replace(path, 'run.json')).toMatchInlineSnapshot(`
    "the run record is damaged
      where:    run.json
      expected: /scenarios/3/verdict must be equal to one of the allowed values
      found:    "great"
      do:       restore the file, or run the scenarios again"
  `)
})

test('error: RECORD_UNREADABLE for a digest that does not fit', () => {
  const error = problemOf(JSON.stringify({ ...record, provenance: { ...record.provenance, seed: '43' } }))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.details.expected).toContain(record.digest)
})

test('error: RECORD_UNREADABLE for a summary that does not follow from what ran', () => {
  const summary = { ...record.summary, verdict: 'passed' }
  const error = problemOf(JSON.stringify({ ...record, summary }))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.details.found).toBe(JSON.stringify(summary))
})

test.each([
  ['a start that is no time', { startedAt: 'yesterday' }],
  ['a start in a month that is none', { startedAt: '2026-13-01T12:00:00.000Z' }],
  ['a time beyond all dates', { timings: { setUpMs: 0, totalMs: 9e15 } }],
])('error: RECORD_UNREADABLE for %s', (_, part) => {
  expect(problemOf(JSON.stringify({ ...record, ...part })).code).toBe('RECORD_UNREADABLE')
})

const withScenarios = (scenarios: readonly object[]) => {
  const changed = { ...record, scenarios: scenarios as RunRecord['scenarios'] }
  const whole = { ...changed, summary: summarise(changed.scenarios) }
  return JSON.stringify({ ...whole, digest: computeDigest(whole) })
}
const withFinding = (part: object) => {
  const finding = { law: 'x', message: '', expected: '', found: '', step: 0, line: 1, ...part }
  return withScenarios(record.scenarios.map((scenario) => ({ ...scenario, findings: [finding] })))
}

test('behavior: where an expectation stands is read, with the lines around it', () => {
  writeFileSync(path, withFinding({ column: 7, frame: '> 1 | steps' }))
  expect(readRecord(path).scenarios[0]?.findings).toMatchObject([{ column: 7, frame: '> 1 | steps' }])
  for (const part of [{ frame: 5 }, { column: 'x' }])
    expect(problemOf(withFinding(part)).code).toBe('RECORD_UNREADABLE')
})

test('error: RECORD_UNREADABLE for decimals that no token has', () => {
  const delta = { symbol: 'USDC', token: '0x', decimals: 2 ** 31, deltaBaseUnits: '1' }
  const balance = { symbol: 'USDC', token: '0x', decimals: 256, baseUnits: '1' }
  const outcome = { expected: [delta], actual: [], observed: [], groundTruthSource: 'receipt', errorBps: 0 }
  for (const part of [{ outcome }, { after: { timestampSeconds: '1', balances: [balance] } }]) {
    const text = withScenarios(
      record.scenarios.map(({ steps, ...rest }) => ({
        ...rest,
        steps: steps.map((step) => ({ ...step, ...part })),
      })),
    )
    expect(problemOf(text)).toMatchObject({
      code: 'RECORD_UNREADABLE',
      details: { expected: expect.stringMatching(/decimals must be <= 255/) },
    })
  }
})

test('error: RECORD_UNREADABLE for a block that means more to a shell than a number', () => {
  const origin = { ...record.provenance.origin, blockNumber: '1; x' }
  const changed = { ...record, provenance: { ...record.provenance, origin } }
  expect(problemOf(JSON.stringify({ ...changed, digest: computeDigest(changed) }))).toMatchObject({
    code: 'RECORD_UNREADABLE',
    details: { expected: expect.stringContaining('/provenance/origin/blockNumber') },
  })
})

test('error: RECORD_UNREADABLE for two scenarios with one id', () => {
  const [first] = record.scenarios
  const error = problemOf(withScenarios([first ?? {}, ...record.scenarios]))
  expect(error.code).toBe('RECORD_UNREADABLE')
  expect(error.details.found).toBe(`${first?.id} twice`)
})
