import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { step } from '../record/fixtures/parts.ts'
import type { RecordVerdict } from '../record/record.ts'
import { scenariosOf } from '../scenario/fixtures/parse.ts'
import type { Job } from '../schedule/job.ts'
import { openKnownCells } from './known-cells.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-cells-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const TEXT = 'name: waits\nsteps:\n  - advance: 5m\n'

const jobOf = (text: string, rest: Partial<Job> = {}): Job => {
  const [scenario] = scenariosOf(text)
  return { id: 'a.yaml', file: 'a.yaml', seed: '1', ...rest, scenario } as Job
}
const job = jobOf(TEXT)

type Chain = Parameters<typeof openKnownCells>[1]
const keep = (verdict: RecordVerdict, of = job, chain: Chain = {}) =>
  openKnownCells(stateDir, chain).keep(
    [of],
    [
      {
        ...{ id: of.id, verdict, timings: { startedMs: 0, durationMs: 1_200.4, worker: 0 } },
        steps: [step(0, { kind: 'act', title: 'wrap', action: 'wrap', tools: ['weth_wrap_eth'] })],
      },
    ],
    CODE,
  )
const usedBy = (of = job, chain: Chain = {}) => openKnownCells(stateDir, chain).usedBy(of)
const durationOf = () => openKnownCells(stateDir, {}).durationOf(job)
const CODE = { commit: 'ab'.repeat(20), besides: ['tools/a.ts'] }
const USED = { keys: ['kind:wrap', 'tool:weth_wrap_eth'], code: CODE }

test('default: what a cell used when it passed is known, and how long it took', () => {
  expect([usedBy(), durationOf()]).toEqual([undefined, undefined])
  keep('passed')
  expect([usedBy(), durationOf()]).toEqual([USED, 1_200])
  keep('passed', jobOf(TEXT, { id: 'b.yaml' }))
  expect(usedBy()).toEqual(USED)
  // Both ran on one code, which is kept once.
  expect(JSON.parse(readFileSync(join(stateDir, 'cells.json'), 'utf8')).codes).toEqual([CODE])
})

test.each<RecordVerdict>([
  'failed',
  'flaky',
  'broken',
  'skipped',
])('behavior: of a %s run the duration is all that is known', (verdict) => {
  keep('passed')
  keep(verdict)
  expect([usedBy(), durationOf()]).toEqual([undefined, 1_200])
})

test('behavior: what another text, seed or driver used is not what this one uses', () => {
  keep('passed')
  expect(usedBy(jobOf(`${TEXT}  - mine: 1\n`))).toBeUndefined()
  expect(usedBy(jobOf(TEXT, { seed: '2' }))).toBeUndefined()
  expect(usedBy(jobOf(`driver: pi\n${TEXT}`))).toBeUndefined()
})

test('behavior: what it used on another chain is not what it uses on this one', () => {
  keep('passed', job, { chain: 'base' })
  expect(usedBy()).toBeUndefined()
  expect(usedBy(job, { chain: 'base' })).toEqual(USED)
  const forked = { rpcUrl: 'http://localhost:1', forkBlockNumber: '7' }
  expect(usedBy(job, { ...forked, chain: 'base' })).toBeUndefined()
  keep('passed', job, { chain: 'ethereum' })
  expect(usedBy()).toEqual(USED)
})

test('behavior: nobody knows what properties, agents on two chains and runs over a cassette use', () => {
  const { scenario, ...property } = job
  const beside = { chain: 'base' as const, setup: {} as never }
  const onTwo = { ...job, scenario: { ...(scenario as NonNullable<typeof scenario>), beside } }
  for (const each of [property, onTwo]) {
    keep('passed', each)
    expect(usedBy(each)).toBeUndefined()
  }
  keep('passed', job, { replay: 'a.cassette' })
  expect(usedBy(job, { replay: 'a.cassette' })).toBeUndefined()
})

test.each([
  '{"codes":[],"cells":{"a.yaml":{"used":7}}}',
  '{"codes":[],"cells":{"a.yaml":{"durationMs":"1"}}}',
  '{"codes":[],"cells":{"a.yaml":null}}',
  '{"codes":7,"cells":{"a.yaml":{"durationMs":1}}}',
  '{"a.yaml":{"durationMs":1}}',
  '[7]',
  'null',
  '{"codes":',
])('behavior: %s is as good as nothing', (text) => {
  writeFileSync(join(stateDir, 'cells.json'), text)
  expect([usedBy(), durationOf()]).toEqual([undefined, undefined])
  keep('passed')
  expect(usedBy()).toEqual(USED)
})

test('behavior: of code that git does not know nothing is known but the duration', () => {
  const timings = { startedMs: 0, durationMs: 7, worker: 0 }
  openKnownCells(stateDir, {}).keep([job], [{ id: job.id, verdict: 'passed', timings, steps: [] }], undefined)
  expect([usedBy(), durationOf()]).toEqual([undefined, 7])
})

test.each<[object, object]>([
  [{ passedAs: undefined }, CODE],
  [{ used: undefined }, CODE],
  [{ used: 7 }, CODE],
  [{ used: { keys: [7], code: 0 } }, CODE],
  [{ used: { keys: [], code: 1 } }, CODE],
  [{ used: { keys: [], code: 'length' } }, CODE],
  [{}, { commit: '--output=x', besides: [] }],
])('behavior: of %j on %j the duration is all that is believed', (changes, code) => {
  keep('passed')
  const path = join(stateDir, 'cells.json')
  const { cells } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(
    path,
    JSON.stringify({ codes: [code], cells: { 'a.yaml': { ...cells['a.yaml'], ...changes } } }),
  )
  expect([usedBy(), durationOf()]).toEqual([undefined, 1_200])
})

test('behavior: many cells of the same code take its list of files once', () => {
  const besides = Array.from({ length: 1_000 }, (_, at) => `tools/${at}.ts`)
  const jobs = Array.from({ length: 100 }, (_, at): Job => ({ ...job, id: `${at}.yaml` }))
  const timings = { startedMs: 0, durationMs: 7, worker: 0 }
  const shown = jobs.map(({ id }) => ({ id, verdict: 'passed' as const, timings, steps: [] }))
  for (const part of [shown.slice(0, 50), shown.slice(50)])
    openKnownCells(stateDir, {}).keep(jobs, part, { commit: CODE.commit, besides: [...besides] })
  expect(readFileSync(join(stateDir, 'cells.json'), 'utf8').length).toBeLessThan(100_000)
  const known = openKnownCells(stateDir, {})
  for (const each of jobs) expect(known.usedBy(each)?.code.besides).toEqual(besides)
})
