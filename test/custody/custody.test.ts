import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseTransaction,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedUpstream, serveUpstream } from '../../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'
import { openStage, type StageSetup } from '../../harness/stage/open-stage.ts'
import type { Stage } from '../../harness/stage/stage.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { ownerGateAbi } from '../../tools/core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import type { Json } from '../../tools/core/json.ts'

let directory = ''
let served: ServedUpstream
let environment: Environment
let stage: Stage | undefined

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-custody-'))
  served = await serveUpstream({ onProgress: () => undefined })
  environment = await createEnvironment({
    upstream: served.upstream,
    stateDir: directory,
    anvilBinary: served.anvilBinary,
    index: 0,
  })
})
afterAll(async () => {
  stage?.close()
  await environment?.stop()
  rmSync(directory, { recursive: true, force: true })
})

const open = async (setup: StageSetup) => {
  stage?.close()
  stage = await openStage(environment, setup, 'seed', (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  })
  return stage
}

const WRAP = { kind: 'wrap', params: { amountBaseUnits: '1000' } }

const preview = async (on: Stage) => {
  const { details, error } = await on.agent.call('preview_action', WRAP)
  expect(error).toBeUndefined()
  return (details as { permitId: Hex }).permitId
}
const rpc = <Result>(method: string, params: readonly Json[]) =>
  environment.fork.rpc.request<Result>(method, params as never)

/** Send a call as anybody, mine it, and say how it ended. */
async function sendAs(from: Hex, to: Hex, data: Hex): Promise<{ status: Hex }> {
  const gas = numberToHex(2_000_000)
  const hash = await rpc<Hex>('eth_sendTransaction', [{ from, to, data, gas, gasPrice: '0x0' }])
  await environment.fork.mine()
  return rpc('eth_getTransactionReceipt', [hash])
}

/** Where a Safe 1.4.1 keeps its nonce (`SafeStorage.sol`). */
const SAFE_NONCE_SLOT = numberToHex(5, { size: 32 })

async function readOperator(on: Stage) {
  const data = encodeFunctionData({ abi: policyCageAbi, functionName: 'policy' })
  const answer = await rpc<Hex>('eth_call', [{ to: on.cage, data }, 'latest'])
  return decodeFunctionResult({ abi: policyCageAbi, functionName: 'policy', data: answer }).operator
}

/** The Safe's call as it went out with a committed permit. */
function sentCall(on: Stage, permitId: Hex) {
  const raw = on.session.store.findPermit(permitId)?.rawTransaction as Hex
  const { to, data } = parseTransaction(raw)
  return { to: to as Hex, data: data as Hex }
}

test('I13 I15: what a Safe signed and published cannot be sent again by anybody', async () => {
  const on = await open({ signer: 'safe' })
  const permitId = await preview(on)
  const commit = await on.agent.call('commit_action', { permitId })
  expect(commit.error).toBeUndefined()
  const { to, data } = sentCall(on, permitId)
  expect(to).not.toBe(on.cage)
  expect((await sendAs(ACTORS.stranger.address, to, data)).status).toBe('0x0')
})

test('I13: a permit dies when the Safe’s own nonce moves on', async () => {
  const on = await open({ signer: 'safe' })
  const permitId = await preview(on)
  // As if its owners had it do something else, through another relayer.
  await on.contracts.setStorage(await readOperator(on), SAFE_NONCE_SLOT, numberToHex(1, { size: 32 }))
  const { error } = await on.agent.call('commit_action', { permitId })
  expect(error).toMatchObject({ code: 'PERMIT_NONCE_USED', layer: 'permit' })
})

test('I13 I23: a call that fails inside the Safe uses its nonce up and counts as reverted', async () => {
  const on = await open({ signer: 'safe' })
  const permitId = await preview(on)
  const { error } = await breakAtSend(on, () => on.agent.call('commit_action', { permitId }))
  expect(error).toMatchObject({ code: 'TRANSACTION_REVERTED', layer: 'chain' })
  expect(on.session.store.findPermit(permitId)?.state).toBe('failed')
  const { to, data } = sentCall(on, permitId)
  await on.contracts.setCode(on.cage, cageCode)
  expect((await sendAs(ACTORS.stranger.address, to, data)).status).toBe('0x0')
})

test('I6: when another account relays the Safe’s call first, the spend stays reserved', async () => {
  const on = await open({ signer: 'safe' })
  const permitId = await preview(on)
  const { error } = await frontRun(on, permitId, () => on.agent.call('commit_action', { permitId }))
  expect(error).toMatchObject({ code: 'SAFE_OUTCOME_UNKNOWN', layer: 'chain' })
  expect(on.session.store.findPermit(permitId)?.state).toBe('committing')
  expect(on.session.agent.safety.view.spending().reservedUsdc).toBeGreaterThan(0n)
})

let cageCode: Hex = '0x'

/** Run a commit during which the cage stops working once the transaction is signed and kept. */
async function breakAtSend<Result>(on: Stage, body: () => Promise<Result>): Promise<Result> {
  cageCode = await rpc<Hex>('eth_getCode', [on.cage, 'latest'])
  return duringSend(() => on.contracts.setCode(on.cage, '0xfe'), body)
}

/** Run a commit whose Safe call another account sends, with a higher fee, before the relayer's is mined. */
async function frontRun<Result>(on: Stage, permitId: Hex, body: () => Promise<Result>): Promise<Result> {
  return duringSend(async () => {
    const { to, data } = sentCall(on, permitId)
    expect((await sendAs(ACTORS.stranger.address, to, data)).status).toBe('0x1')
  }, body)
}

/** Do something between the moment at which the signed bytes are durable and their sending. */
async function duringSend<Result>(act: () => Promise<void>, body: () => Promise<Result>) {
  const { agentRpc } = environment
  const { request } = agentRpc
  let isDone = false
  agentRpc.request = (async (method: string, params: never) => {
    if (method === 'eth_sendRawTransaction' && !isDone) {
      isDone = true
      await act()
    }
    return request.call(agentRpc, method, params)
  }) as typeof request
  try {
    return await body()
  } finally {
    agentRpc.request = request
    expect(isDone, 'a transaction was sent').toBe(true)
  }
}

/** Parameters that say something else each time they are read. */
const getter = () => {
  let reads = 0
  const params = {
    get amountBaseUnits() {
      reads += 1
      return reads === 1 ? '1000' : '4000000000000000000'
    },
  }
  return { params, reads: () => reads }
}

test('I37: s19-getter-toctou: the first reading of a getter is what is judged, signed and sent', async () => {
  const on = await open({})
  const { params, reads } = getter()
  const { details, error } = await on.agent.call('preview_action', { kind: 'wrap', params })
  expect(error).toBeUndefined()
  expect(reads()).toBe(1)
  const { permitId } = details as { permitId: Hex }
  const commit = await on.agent.call('commit_action', { permitId })
  expect(commit.error).toBeUndefined()
  const moved = commit.observed.map(({ deltaBaseUnits }) => deltaBaseUnits).sort()
  expect(moved).toEqual([-1000n, 1000n])
  expect(reads()).toBe(1)
})

test.each<[string, () => unknown]>([
  ['a proxy', () => ({ kind: 'wrap', params: new Proxy({ amountBaseUnits: '1000' }, {}) })],
  ['a proxy of all', () => new Proxy(WRAP, {})],
  // biome-ignore lint/suspicious/noThenProperty: a thenable is one of the attacks
  ['a thenable', () => ({ kind: 'wrap', params: { then: () => undefined } })],
  ['a function', () => ({ kind: 'wrap', params: { amountBaseUnits: () => '1000' } })],
  ['a symbol', () => ({ kind: 'wrap', params: { amountBaseUnits: Symbol('1000') } })],
  [
    'a getter that throws',
    () => ({
      get kind() {
        throw new Error('no')
      },
    }),
  ],
])('I37: s19-getter-toctou: error: INVALID_PARAMS for %s', async (_, make) => {
  const on = await open({})
  const { error } = await on.agent.call('preview_action', make())
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', layer: 'schema' })
  expect(on.session.agent.safety.view.permits()).toEqual([])
})

test('I37: s19-getter-toctou: the stack itself reads a caller’s object once', async () => {
  const on = await open({})
  const { params, reads } = getter()
  const { error } = await on.agent.previewTool('weth_wrap_eth', params as never, [])
  expect(error).toBeUndefined()
  expect(reads()).toBe(1)
})

test('I37: s19-getter-toctou: an action kind reads a caller’s object once', async () => {
  const on = await open({})
  const { params, reads } = getter()
  await on.session.agent.stack.previewAction('wrap', params, [])
  expect(reads()).toBe(1)
})

test.each([
  'key',
  'safe',
] as const)('I13 I24: the gate of an owner (%s) refuses on chain what the owner approved once or not at all', async (owner) => {
  const on = await open({ owner, profile: 'full' })
  const withdraw = { token: 'USDC', amountBaseUnits: '500000000' }
  const { details, error } = await on.agent.previewTool('wallet_withdraw_from_cage', withdraw, [], 'signed')
  expect(error).toBeUndefined()
  const { permitId } = details as { permitId: Hex }
  expect((await on.agent.call('commit_action', { permitId })).error).toBeUndefined()
  const { to, data } = sentCall(on, permitId)
  expect(to.toLowerCase()).toBe(on.session.policy.owner.toLowerCase())
  expect((await sendAs(ACTORS.stranger.address, to, data)).status).toBe('0x0')

  const abi = ownerGateAbi
  const { args } = decodeFunctionData({ abi, data })
  const [approval, calls, signature] = args as unknown as readonly [{ nonce: bigint }, never, Hex]
  const again = encodeFunctionData({
    abi,
    functionName: 'carryOut',
    args: [{ ...approval, nonce: approval.nonce + 1n } as never, calls, signature],
  })
  expect((await sendAs(ACTORS.operator.address, to, again)).status).toBe('0x0')
})

test('I24 I46: an approval that the owner gave up on the gate does not clear a halt', async () => {
  const on = await open({ owner: 'key', profile: 'full' })
  await on.agent.call('emergency_halt', { reason: 'a drill' })
  const { owner: gate } = on.session.policy
  // The first approval of a stage has the nonce 1.
  const invalidate = encodeFunctionData({ abi: ownerGateAbi, functionName: 'invalidate', args: [1n] })
  expect((await sendAs(ACTORS.owner.address, gate, invalidate)).status).toBe('0x1')
  const denied = await on.agent.changeSafety('safety_clear_halt', {}, 'signed')
  expect(denied.error).toMatchObject({ code: 'APPROVAL_USED', layer: 'capability' })
  expect(on.session.agent.safety.view.haltedSince()).toBeDefined()
  expect((await on.agent.changeSafety('safety_clear_halt', {}, 'signed')).error).toBeUndefined()
  expect(on.session.agent.safety.view.haltedSince()).toBeUndefined()
})
