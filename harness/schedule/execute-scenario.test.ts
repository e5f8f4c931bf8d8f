import { afterAll, beforeAll, expect, test } from 'vitest'
import { forkOrigin } from '../../test/fork-origin.ts'
import type { Json } from '../../tools/core/json.ts'
import { setRealTimer } from '../cli/real-timer.ts'
import { createLawOracle } from '../property/law-oracle.ts'
import { parseCase } from '../scenario/case.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { StepOracle } from '../scenario/step-oracle.ts'
import type { Environment } from '../stage/environment.ts'
import { executeScenario } from './execute-scenario.ts'

const FILE = 'a case'

let environment: Environment
beforeAll(async () => {
  environment = await forkOrigin()
})
afterAll(() => environment?.stop())

/** Play steps in a world of their own. */
const play = (...steps: readonly Json[]) => playIn({}, ...steps)

/** Play steps in a world that is set up otherwise. */
const playIn = (setup: ScenarioDocument, ...steps: readonly Json[]) =>
  execute(parseCase({ name: FILE, ...setup, steps }, FILE))

async function execute(scenario: Scenario, oracle?: StepOracle) {
  await environment.reset()
  const file = FILE
  const job = { id: file, file, area: 'test', kind: 'scripted', seed: '1', name: file, path: file } as const
  const ports = { setTimer: setRealTimer, nowMs: () => 0, onEvent: () => undefined }
  return executeScenario(scenario, job, environment, ports, oracle)
}

const READ = { query: { tool: 'data_get_token_price', token: 'WETH' } }

test('behavior: a fault counts in the step in which it strikes, and nowhere if it never does', async () => {
  const failing = (method: string) => ({ fault: { rpc: 'error', method } })
  const { steps, findings } = await play(
    failing('eth_*'),
    { ...READ, expect: { denied: {} } },
    failing('eth_unasked'),
    READ,
    { disk: { fails: 'EIO' } },
  )
  expect(findings).toEqual([])
  expect(steps.map(({ faults = [] }) => faults)).toEqual([[], ['rpc-error'], [], [], []])
})

test('behavior: a token that gives no answer has no balance, and no change of one', async () => {
  const silent = { code: { at: 'DAI', set: '0x5f5ffd' } }
  const findingsOf = async (expect: Json) =>
    (await play(silent, { ...READ, expect })).findings.map(({ law, found }) => `${law}: ${found}`)
  expect(await findingsOf({ balances: { cage: { DAI: '< 1' } } })).toEqual([
    'expect.balances: no answer of DAI',
  ])
  for (const observed of ['unchanged', { DAI: 0 }]) {
    expect(await findingsOf({ observed })).toEqual(['expect.observed: no answer of DAI'])
  }
  expect(await findingsOf({ observed: { USDC: 0 } })).toEqual([])
})

test('behavior: blocks can be taken away from below a mark that was gone back to', async () => {
  const { finalBlock } = await play({ mine: 1 })
  const number = finalBlock?.number
  const steps: Json[] = [{ mine: 1 }, { mark: true }, { mine: 2 }, { reorg: true }, { reorg: { depth: 2 } }]
  await expect(play(...steps)).resolves.toMatchObject({ findings: [], finalBlock: { number } })
})

test('error: STEP_IMPOSSIBLE for a mark that is on no branch any more', async () => {
  const steps: Json[] = [{ mine: 1 }, { mark: true }, { mine: 1 }, { reorg: { depth: 2 } }, { reorg: true }]
  await expect(play(...steps)).rejects.toMatchObject({ code: 'STEP_IMPOSSIBLE' })
})

test.each<[string, Json, RegExp]>([
  ['by its line', { reorg: { depth: 8 } }, /^a case:4$/],
  ['by its line and what it is about', { damage: { table: 'meta', key: 'none' } }, /^a case:4, meta$/],
])('error: STEP_IMPOSSIBLE names the step %s', async (_, step, where) => {
  await expect(play({ mine: 1 }, step)).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { where: expect.stringMatching(where) },
  })
})

test('error: STEP_IMPOSSIBLE names the step behind one that is left out', async () => {
  const steps: Json[] = [{ gateway: { plugins: {} } }, { mine: 1 }, { reorg: { depth: 8 } }]
  const scenario = parseCase({ name: FILE, steps }, FILE)
  await expect(execute(scenario, createLawOracle())).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { where: `${FILE}:${scenario.steps[2]?.line}` },
  })
})

test('error: STEP_IMPOSSIBLE names a step behind a restart that failed once, and a restart whose damage cannot be done', async () => {
  const damage = { damage: { table: 'meta', set: { value: 'x' } } }
  const restart = { restart: true, expect: { denied: { code: 'STORE_ALTERED' } } }
  await expect(playIn({ store: 'file' }, damage, restart, READ)).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { where: expect.stringMatching(/^a case:\d+$/) },
  })
  const none = { damage: { table: 'meta', key: 'none' } }
  await expect(playIn({ store: 'file' }, none, { restart: true })).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { where: expect.stringMatching(/^a case:\d+, damage of a step before, meta$/) },
  })
})

test.each<[string, Json, RegExp]>([
  [
    'a transfer',
    { transfer: { from: 'attacker', to: 'recipient', amount: '999999999999 USDC' } },
    /Panic\(17\)/,
  ],
  [
    'a trade behind its approval',
    { trade: { actor: 'attacker', tokenIn: 'USDC', tokenOut: 'WETH', amountIn: '999999999999 USDC' } },
    /STF/,
  ],
])('error: STEP_IMPOSSIBLE for %s that reverts, with the reason', async (_, step, found) => {
  await expect(play(step)).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { found: expect.stringMatching(found) },
  })
})

test('behavior: a feed that was left old is kept fresh again once it answers', async () => {
  const swap = { kind: 'swap', tokenIn: 'USDC', tokenOut: 'WETH', amountIn: '100 USDC' }
  const { findings } = await play(
    { price: { WETH: 3_000, age: '30h' } },
    { preview: swap, expect: { denied: {} } },
    { price: { WETH: 3_000 } },
    { advance: '30h' },
    { preview: swap },
  )
  expect(findings).toEqual([])
})

test('behavior: what happens on the other chain counts with the step that it comes of', async () => {
  const preview = { preview: { kind: 'wrap', amount: '1 ETH' }, on: 'base' }
  const { steps, findings, names } = await playIn({ beside: 'base' }, preview, { halt: 'something is wrong' })
  expect(findings).toEqual([])
  // The target of the plan is an address there.
  const target = steps[0]?.plans?.[0]?.calls[0]?.target ?? ''
  expect(names).toMatchObject({ [target]: 'WETH' })
  expect(steps.at(-1)?.permitChanges).toEqual([{ from: 'pending', to: 'cancelled' }])
})

const WRAP = { kind: 'wrap', amount: '1 ETH' }

test.each<[string, readonly Json[], string]>([
  ['of which nothing was sent', [], 'nothing that was sent'],
  ['whose transaction is in a block already', [{ commit: '${permit}' }], 'nonce too low'],
])('error: STEP_IMPOSSIBLE for the inclusion of a permit %s', async (_, between, found) => {
  const steps = [{ preview: WRAP, as: 'permit' }, ...between, { include: '${permit}' }]
  await expect(play(...steps)).rejects.toMatchObject({
    code: 'STEP_IMPOSSIBLE',
    details: { found: expect.stringContaining(found) },
  })
})
