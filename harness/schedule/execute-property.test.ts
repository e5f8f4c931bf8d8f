import * as fc from 'fast-check'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATE_DIR } from '../cli/paths.ts'
import { setRealTimer } from '../cli/real-timer.ts'
import { serveUpstream } from '../cli/upstream.ts'
import { HarnessError } from '../errors.ts'
import { defineProperty } from '../property/define-property.ts'
import { LawViolation } from '../property/law-violation.ts'
import { createEnvironment, type Environment } from '../stage/environment.ts'
import { ACTORS } from '../world/actors.ts'
import { executeProperty } from './execute-property.ts'
import { joinTraces } from './join-traces.ts'
import { traceProperty } from './trace-property.ts'

let environment: Environment
beforeAll(async () => {
  const served = await serveUpstream({ onProgress: () => undefined })
  environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: STATE_DIR,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
})
afterAll(() => environment?.stop())

const ports = { setTimer: setRealTimer, nowMs: () => 0 }
const job = {
  id: 'p',
  kind: 'property' as const,
  name: 'p',
  path: '/p',
  file: 'p',
  area: 'p',
  seed: '1',
  draws: { first: 0, count: 4, total: 4 },
}

/** Wrap amounts, wait and look at the permit too late; fails for what `isWrong` says. */
const property = (isWrong: (wei: number) => boolean, max = 9) =>
  defineProperty<number>({
    name: 'p',
    description: 'wraps and waits',
    profile: 'full',
    draws: { total: 4, cell: 4 },
    arbitrary: fc.integer({ min: 5, max }),
    async check(wei, world) {
      const stage = await world.open()
      const params = { amountBaseUnits: String(wei) }
      const { details } = await stage.agent.call('preview_action', { kind: 'wrap', params })
      await stage.agent.call('commit_action', { permitId: (details as { permitId: string }).permitId })
      await stage.clock.advance(60_000)
      await stage.agent.call('commit_action', { permitId: (details as { permitId: string }).permitId })
      if (isWrong(wei)) throw new LawViolation('p.law', 'none of it', wei)
    },
  })

test('default: the case that was made small is told step by step', async () => {
  const {
    verdict,
    steps,
    names,
    findings,
    property: counted,
  } = await executeProperty(
    property(() => true),
    job,
    environment,
    ports,
  )
  expect([verdict, counted?.counterexample]).toEqual(['failed', [5]])
  expect(steps.map((step) => [step.index, step.kind, step.verdict, step.denial?.code])).toEqual([
    [0, 'call', 'passed', undefined],
    [1, 'call', 'passed', undefined],
    [2, 'advance', 'passed', undefined],
    [3, 'call', 'failed', 'PERMIT_NOT_PENDING'],
  ])
  expect(steps.map(({ title }) => title.split(' ')[0])).toEqual([
    'preview_action',
    'commit_action',
    'advance',
    'commit_action',
  ])
  expect(steps[0]?.title).toContain('"amountBaseUnits":"5"')
  expect(steps[0]?.plans?.[0]?.calls).toMatchObject([{ function: 'deposit', valueWei: '5' }])
  expect(Object.values(names ?? {})).toContain('cage')
  expect([steps[0], steps[1]].map((step) => step?.permit?.state)).toEqual(['pending', 'committed'])
  expect(steps[1]?.sent).toHaveLength(1)
  expect(steps[1]?.after?.balances).toContainEqual(
    expect.objectContaining({ symbol: 'WETH', beforeBaseUnits: expect.any(String) }),
  )
  expect(findings).toMatchObject([{ law: 'p.law', found: '5', step: 3 }])
})

test('behavior: a case that keeps the law when it is played again is flaky', async () => {
  let fails = 1
  const once = property(() => fails-- > 0)
  const { verdict, findings } = await executeProperty(once, job, environment, ports)
  expect(verdict).toBe('flaky')
  expect(findings.map(({ law }) => law)).toEqual(['p.law', 'run.repeatable'])
})

/** Fail in one way when it is played first, and in another one when it is told. */
const changing = (...failures: Error[]) =>
  defineProperty<number>({
    ...property(() => false),
    arbitrary: fc.constant(5),
    async check(_, world) {
      await world.open()
      throw failures.shift() ?? new Error('played too often')
    },
  })

test('behavior: a case that breaks another law when it is played again is flaky', async () => {
  const other = changing(new LawViolation('p.law', 'a', 'b'), new LawViolation('p.other', 'c', 'd'))
  const { verdict, findings } = await executeProperty(other, job, environment, ports)
  expect(verdict).toBe('flaky')
  expect(findings).toMatchObject([
    { law: 'p.law', expected: 'a', found: 'b' },
    { law: 'run.repeatable', expected: 'p.law', found: 'p.other' },
  ])
})

test('error: what keeps the harness from telling a case breaks the run, and is no law', async () => {
  const failure = new HarnessError('RPC_UNREACHABLE', 'the origin is gone', { hint: 'none' })
  const broken = changing(new LawViolation('p.law', 'a', 'b'), failure)
  await expect(executeProperty(broken, job, environment, ports)).rejects.toBe(failure)
})

test('behavior: a case is made small as long as it fails for the same reason', async () => {
  const failing = defineProperty<number>({
    ...property(() => false),
    arbitrary: fc.integer({ min: 0, max: 900_000 }),
    async check(wei) {
      if (wei > 1_000) throw new LawViolation('p.law', 'at most 1000', wei)
      if (wei > 100) throw new LawViolation('p.other', 'at most 100', wei)
      if (wei > 10) throw new TypeError('not of the law')
    },
  })
  const seeded = { ...job, seed: '3' }
  const { verdict, findings, property: counted } = await executeProperty(failing, seeded, environment, ports)
  expect(verdict).toBe('failed')
  expect(findings).toMatchObject([{ law: 'p.law', found: '1001' }])
  expect(counted?.counterexample).toEqual([1_001])
})

test.each([
  [false, 'false'],
  [0, '0'],
])('behavior: a check that answers %s holds no law', async (answer, found) => {
  const unheld = { ...property(() => false), check: async () => answer as never }
  const { verdict, findings } = await executeProperty(unheld, job, environment, ports)
  expect(verdict).toBe('failed')
  expect(findings).toMatchObject([{ law: 'property.answered', expected: 'no answer, or true', found }])
  const held = { ...property(() => false), check: async () => true as never }
  expect((await executeProperty(held, job, environment, ports)).verdict).toBe('passed')
})

test('behavior: what was drawn may hold itself, and what is asked may be no JSON', async () => {
  const arbitrary = fc.constant({ itself: {} }).map((drawn) => Object.assign(drawn, { itself: drawn }))
  const failing = defineProperty<object>({
    ...property(() => false),
    arbitrary,
    async check(drawn, world) {
      const stage = await world.open()
      await stage.agent.call('query_state', { drawn, amount: 5n })
      throw new LawViolation('p.law', 'none of it', 'it')
    },
  })
  const {
    verdict,
    findings,
    steps,
    property: counted,
  } = await executeProperty(failing, job, environment, ports)
  expect(verdict).toBe('failed')
  expect(findings).toMatchObject([{ law: 'p.law' }])
  expect(counted?.counterexample).toBe('[{"itself":[cyclic]}]')
  expect(steps.map(({ title }) => title)).toEqual(['query_state {"drawn":{"itself":[cyclic]},"amount":5n}'])
})

test('behavior: where the law holds nothing is played again', async () => {
  const { verdict, steps, findings } = await executeProperty(
    property(() => false),
    job,
    environment,
    ports,
  )
  expect([verdict, steps, findings]).toEqual(['passed', [], []])
})

test('behavior: the case that was made small is found again by its path, and told with call trees', async () => {
  // So many that the case lies deep, between others that a path passes by.
  const failing = property((wei) => wei > 1_000, 900_000)
  const later = { ...job, draws: { first: 1, count: 3, total: 4 } }
  const body = await executeProperty(failing, later, environment, ports)
  expect(body.property?.counterexample).toEqual([1_001])
  const timings = { startedMs: 0, durationMs: 0, worker: 0 }
  const first = { ...body, replay: '', roundTrips: { agent: 0, harness: 0, oracle: 0 }, timings }
  const again = await traceProperty(failing, later, first, environment, ports)
  const joined = joinTraces(first, { ...first, ...again })
  expect(joined.verdict).toBe('failed')
  expect(joined.steps.map(({ traces = [] }) => traces.map(({ of }) => of))).toEqual([
    ['simulated'],
    ['simulated', 'mined'],
    [],
    [],
  ])
  expect(joined.steps[1]?.traces?.[1]?.subject).toBe(joined.steps[1]?.sent?.[0]?.hash)
  // Another outcome than the first is no trace of it.
  const other = await traceProperty(
    property(() => false, 900_000),
    later,
    first,
    environment,
    ports,
  )
  expect(joinTraces(first, { ...first, ...other }).verdict).toBe('flaky')
})

test('error: oracle.* where what an agent does contradicts the chain, though the property does not ask', async () => {
  const stolen = defineProperty<number>({
    ...property(() => false),
    arbitrary: fc.integer({ min: 5, max: 9 }),
    async check(_, world) {
      const stage = await world.open()
      await stage.agent.call('query_state', { tool: 'data_get_token_balance', params: {} })
      const { address } = stage.book.tokens.find(({ symbol }) => symbol === 'USDC') as { address: Address }
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [ACTORS.attacker.address, 7n],
      })
      await world.fork.rpc.request('eth_sendTransaction', [
        { from: stage.cage, to: address, data, gasPrice: '0x0' },
      ])
      await world.fork.mine()
      await stage.agent.call('query_state', { tool: 'data_get_token_balance', params: {} })
    },
  })
  const { verdict, findings, steps } = await executeProperty(stolen, job, environment, ports)
  expect(verdict).toBe('failed')
  expect(findings).toMatchObject([{ law: 'oracle.only-commits-change-balances', found: '-7 (USDC)' }])
  expect(steps.map(({ kind }) => kind)).toEqual(['call', 'call'])
})

test('behavior: what a check throws may be its own cause', async () => {
  const thrown = new Error('in a circle')
  thrown.cause = thrown
  const check = () => Promise.reject(thrown)
  const { verdict, findings } = await executeProperty(
    { ...property(() => true), check },
    job,
    environment,
    ports,
  )
  expect(verdict).toBe('failed')
  expect(findings).toMatchObject([{ law: 'property.threw', found: 'in a circle' }])
})

test('error: SCENARIO_INVALID for an arbitrary that throws, which is no defect of the harness', async () => {
  const arbitrary = fc.nat().map(() => {
    throw new Error('nothing to draw from')
  })
  await expect(
    executeProperty({ ...property(() => true), arbitrary }, job, environment, ports),
  ).rejects.toMatchObject({
    code: 'SCENARIO_INVALID',
    details: { where: job.file, found: 'nothing to draw from' },
  })
})
