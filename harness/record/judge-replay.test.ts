import { expect, test } from 'vitest'
import { createFixtureRecord } from './fixtures/fixture-record.ts'
import { judgeReplay } from './judge-replay.ts'
import type { RecordProvenance, RecordScenario } from './record.ts'

const endOn = (number: string) => ({ chain: 'base', finalBlock: { number, hash: '0x' } })
const [failed] = createFixtureRecord().scenarios.filter(({ verdict }) => verdict === 'failed')
if (failed === undefined) throw new Error('no failed scenario')
const scenario = { ...failed, beside: endOn('7') }
const then = createFixtureRecord([scenario])
const judge = (change: Partial<RecordScenario>, provenance: Partial<RecordProvenance> = {}) =>
  judgeReplay(then, {
    scenarios: [{ ...scenario, ...change }],
    provenance: { ...then.provenance, ...provenance },
  })
const passed = { verdict: 'passed', findings: [], stateDigest: 'other' } as const

test('default: the same failure on the same final block', () => {
  expect(judge({})).toEqual({ outcome: 'reproduced', differsIn: [] })
})

test('behavior: where nothing of the run was run again, nothing is reproduced', () => {
  const { provenance } = then
  for (const scenarios of [[], [{ ...scenario, id: 'another' }]]) {
    const { outcome, differsIn } = judgeReplay(then, { scenarios, provenance })
    expect([outcome, differsIn]).toEqual(['differs', ['none of its scenarios was run again']])
  }
})

test('behavior: a harness that broke then and now is known by its code alone, one that broke at one time alone is not', () => {
  const broken = createFixtureRecord([
    { ...scenario, verdict: 'broken', findings: [], broken: { code: 'RPC_TIMEOUT', message: '' } },
  ])
  const [recorded] = broken.scenarios
  if (recorded === undefined) throw new Error('no broken scenario')
  const again = (change: Partial<RecordScenario>) =>
    judgeReplay(broken, { scenarios: [{ ...recorded, ...change }], provenance: broken.provenance })
  const elsewhere = { finalBlock: { number: '1', hash: '0x' }, stateDigest: 'x' }
  expect(again(elsewhere).outcome).toBe('reproduced')
  expect(again({ broken: { code: 'X', message: '' } }).differsIn).toEqual([
    expect.stringContaining('the failure of'),
  ])
  const passes = again({ ...elsewhere, verdict: 'failed', findings: scenario.findings })
  expect(passes.differsIn.map((each) => each.slice(0, 9))).toEqual(['the failu', 'the final', 'the state'])
})

test('behavior: other code that comes to the same reproduces it', () => {
  expect(judge({}, { codeHash: 'other', gitCommit: 'other' }).outcome).toBe('reproduced')
})

test('behavior: it passes now, by other code', () => {
  expect(judge(passed, { codeHash: 'other' })).toEqual({ outcome: 'passes now', differsIn: [] })
})

test('behavior: it does not pass now where one of several fails, whatever by', () => {
  const other = { ...scenario, id: 'other' }
  const { outcome, differsIn } = judgeReplay(createFixtureRecord([scenario, other]), {
    scenarios: [
      { ...scenario, ...passed },
      { ...other, stateDigest: 'x' },
    ],
    provenance: then.provenance,
  })
  expect([outcome, differsIn.at(-1)]).toEqual(['differs', expect.stringContaining('the state of other')])
})

test.each([
  ['another law', { findings: scenario.findings.map((each) => ({ ...each, law: 'x' })) }, 'the failure of'],
  ['another code', { findings: scenario.findings.map((each) => ({ ...each, code: 'X' })) }, 'the failure of'],
  ['another step', { findings: scenario.findings.map((each) => ({ ...each, step: 9 })) }, 'in step 10 now'],
  ['another block', { finalBlock: { number: '1', hash: '0x' } }, 'the final block of'],
  ['another state', { stateDigest: 'x' }, 'the state of'],
  ['another block of a second chain', { beside: endOn('1') }, '0x on base then, 1 0x on base now'],
  ['broken now', { ...passed, verdict: 'broken', broken: { code: 'X', message: '' } }, 'broken X now'],
] as const)('behavior: %s differs', (_, change, where) => {
  const { outcome, differsIn } = judge(change)
  expect([outcome, differsIn.join()]).toEqual(['differs', expect.stringContaining(where)])
})

test.each([
  ['the seed', { seed: 'other' }],
  ['the world', { worldHash: 'other' }],
  ['the cassette', { cassetteHash: 'other' }],
  ['the origin', { origin: { ...then.provenance.origin, blockNumber: '1' } }],
  ['the text of', { files: { [scenario.file]: 'other' } }],
] as const)('behavior: what passes by other inputs is not what failed: %s', (name, provenance) => {
  const { outcome, differsIn } = judge(passed, provenance)
  expect([outcome, differsIn[0]]).toEqual(['differs', expect.stringContaining(name)])
})

test('behavior: the message and amounts of a finding are not what it is known by', () => {
  const findings = scenario.findings.map((each) => ({ ...each, message: 'x', found: 'y' }))
  expect(judge({ findings }).outcome).toBe('reproduced')
})
