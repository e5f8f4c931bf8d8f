import { type Address, type Hex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { ChainReader, Simulation } from '../../core/chain.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { createEventBus } from '../../core/events.ts'
import type { Grant, GrantKeeper } from '../../core/grant-keeper.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { planTransaction } from '../../core/plan.ts'
import type { HaltRoute } from '../custody/send-for-halt.ts'
import type { PriceReading } from '../evidence/valuation.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { createHaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createHaltCarrier, type HaltCarrierDeps } from './halt-carrier.ts'

const [CAGE, TOKEN] = ['c1', 'a1'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [Address, Address]
const PERMIT: Hex = pad('0x04')
const OPERATOR = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const GRANT: Grant = { token: TOKEN, spender: pad('0x5e', { size: 20 }), owner: CAGE }
const refuse = () => Promise.reject(new Error('503'))
const fail = () => {
  throw new Error('the disk fails')
}
const HEAD = { number: 5n, timestamp: 1_000n }

const SIMULATED: Simulation = {
  before: EMPTY_STATE,
  after: EMPTY_STATE,
  calls: [{ ok: true, returnData: '0x', gasUsed: 1n, logs: [] }],
}

/** A node of a chain whose cage is paused and holds nothing, with what it is sent. */
function createWay(answers: Parameters<typeof buildChain>[0] = {}) {
  const sent: Hex[] = []
  const chain = buildChain({
    getBlock: async () => HEAD,
    readContract: async ({ functionName }) => (functionName === 'paused' ? true : []),
    getTransactionCount: async () => 1,
    getLogs: async () => [],
    readState: async () => EMPTY_STATE,
    simulate: async () => SIMULATED,
    ...answers,
  })
  const broadcaster: HaltRoute['broadcaster'] = {
    async send(raw) {
      sent.push(raw)
      return keccak256(raw)
    },
    isKnown: async () => false,
    waitForReceipt: async (hash) => buildReceipt({ transactionHash: hash }),
  }
  return { chain, broadcaster, sent }
}

function createCarrier(changes: Partial<HaltCarrierDeps> = {}) {
  const store = changes.store ?? createSafetyStore(openSafetyDatabase(':memory:'))
  return createHaltCarrier({
    policy: buildPolicy(),
    account: CAGE,
    operator: OPERATOR.address,
    sender: OPERATOR.address,
    routes: [createWay()],
    signer: OPERATOR,
    clock: { wallMs: () => 1_000, tick: () => 1, setTimer: () => () => undefined },
    events: createEventBus(),
    knownNonce: () => 1,
    store,
    latch: createHaltLatch(store),
    endPermit: () => undefined,
    decoders: indexDecoders([], { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }),
    interfaces: { explainRevert: () => 'it fails' },
    signatures: [],
    grants: [],
    positions: [],
    liquidate: undefined,
    unwind: undefined,
    nextId: () => pad('0x09'),
    gather: () => Promise.reject(new Error('nothing is gathered here')),
    ...changes,
  })
}

test('default: a halt pauses the cage, and with nothing left it is complete', async () => {
  expect(await createCarrier().halt('a drill')).toMatchObject({ status: 'complete', pausedBy: 'operator' })
})

test.each([
  ['calls', { kind: 'transaction', expectation: {} }],
  ['calls in part', { kind: 'transaction', calls: [null], expectation: {} }],
  ['typed data', { kind: 'signature', calls: [], expectation: {} }],
])('I47 I57: a permit that lost its %s leaves a halt at paused, and stops nothing', async (_, plan) => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const body = JSON.stringify({ deadlineSeconds: '1060n', plan })
  store.insertPermit(buildPermitRow({ permitId: PERMIT, body }))
  store.movePermit(PERMIT, 'pending', 'committing')
  store.movePermit(PERMIT, 'committing', 'committed')
  const { status, residual } = await createCarrier({ store }).halt('a drill')
  expect(status).toBe('paused')
  expect(residual?.unread).toEqual([expect.stringContaining(PERMIT)])
})

test('I57: a sale waits for whatever halt is under way, and for another sale', async () => {
  let [sales, most] = [0, 0]
  const carrier = createCarrier({
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })] }),
    async liquidate() {
      sales += 1
      most = Math.max(most, sales)
      await new Promise((resolve) => setImmediate(resolve))
      sales -= 1
      return undefined
    },
  })
  await Promise.all([carrier.halt('a drill'), carrier.liquidate(), carrier.liquidate()])
  expect(most).toBe(1)
  expect(carrier.ended).toBe(3)
})

test('I47: what fails over one way keeps the next from nothing', async () => {
  const ways = [createWay(), createWay()]
  const asked: ChainReader[] = []
  const { items } = await createCarrier({
    routes: ways,
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })] }),
    liquidate(_, chain) {
      asked.push(chain)
      throw new Error('no venue')
    },
  }).liquidate()
  expect(asked).toEqual(ways.map(({ chain }) => chain))
  expect(items).toContainEqual({ item: 'take authority back', ok: false, reason: 'no venue' })
})

test('I47 I55: a node that shows another position each time keeps no other way from being tried', async () => {
  let [shown, planned] = [0, 0]
  const asked: ChainReader[] = []
  const timers: { readonly ms: number; readonly body: () => void }[] = []
  const ways = [createWay(), createWay()]
  const { items } = await createCarrier({
    routes: ways,
    positions: [
      {
        async listOpen(chain) {
          if (chain !== ways[0]?.chain) return []
          shown += 1
          if (shown > 1_000) throw new Error('it is asked for ever')
          const positionId = String(shown)
          const counted = { reader: TOKEN, key: pad(`0x${shown.toString(16)}`) } as const
          return [{ positionId, counted, steps: [{ kind: 'close', params: { positionId } }] }]
        },
      },
    ],
    clock: {
      wallMs: () => 1_000,
      tick: () => 1,
      setTimer(ms, body) {
        timers.push({ ms, body })
        return () => undefined
      },
    },
    async unwind() {
      planned += 1
      // What takes ten minutes is over, but for what other ways began since.
      if (planned === 20) for (const { ms, body } of timers) if (ms >= 600_000) body()
      throw new Error('no plan')
    },
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })] }),
    liquidate: async (_, chain) => {
      asked.push(chain)
      return undefined
    },
  }).liquidate()
  expect(items.filter(({ item }) => item.startsWith('unwind'))).toHaveLength(20)
  expect(asked).toContain(ways[1]?.chain)
})

/** Tokens of which some nodes show that an allowance lives. */
const tokens = (shows: (chain: ChainReader) => boolean): GrantKeeper => ({
  subject: 'allowances',
  async readLog(chain) {
    await chain.getLogs()
    return [GRANT]
  },
  async readLive(chain) {
    if (!shows(chain)) return { grants: [], revocations: [] }
    const calls = [{ to: TOKEN, valueWei: 0n, data: '0x095ea7b3' } as const]
    return { grants: [GRANT], revocations: [{ item: 'revoke', owner: CAGE, calls }] }
  },
})

test.each([
  ['neither', [true, true]],
  ['the first', [false, true]],
  ['the second', [true, false]],
])('I55 I57: an allowance that %s of two nodes hides is taken back', async (_, shows) => {
  const ways = shows.map(() => createWay())
  // What is sent beyond the pause is the revocation.
  const isLive = () => ways.every(({ sent }) => sent.length < 2)
  const keeper = tokens((chain) => isLive() && shows[ways.findIndex((way) => way.chain === chain)] === true)
  const { status, items } = await createCarrier({ routes: ways, grants: [keeper] }).halt('a drill')
  expect(items).toContainEqual({ item: 'revoke', ok: true })
  expect(status).toBe('complete')
})

test('I57: what one node shows and nobody can take back is left, whatever the next shows', async () => {
  const ways = [createWay({ simulate: refuse }), createWay()]
  const grants = [tokens((chain) => chain === ways[0]?.chain)]
  const { status, items, residual } = await createCarrier({ routes: ways, grants }).halt('a drill')
  expect(items).toContainEqual({ item: 'revoke', ok: false, reason: expect.stringContaining('503') })
  expect(status).toBe('paused')
  expect(residual?.allowances).toEqual([GRANT])
})

test.each([
  ['its head', { getBlock: refuse }],
  ['its log', { getLogs: refuse }],
  ['its state', { readState: refuse }],
])('I47: a node that does not tell %s has no veto', async (_, answers) => {
  const halt = async (...routes: HaltRoute[]) => {
    const { status, residual } = await createCarrier({ routes, grants: [tokens(() => false)] }).halt(
      'a drill',
    )
    return [status, residual?.unread.length]
  }
  expect(await halt(createWay(answers), createWay())).toEqual(['complete', 0])
  expect(await halt(createWay(), createWay(answers))).toEqual(['complete', 0])
  expect(await halt(createWay(answers), createWay(answers))).toEqual(['paused', 1])
})

test('I47: a head that is not read leaves one position for the next way, and keeps no other from being ended', async () => {
  let [isLost, listed] = [false, 0]
  const tried: string[] = []
  const way = createWay({
    async getBlock() {
      if (!isLost) return HEAD
      isLost = false
      throw new Error('503')
    },
  })
  const { items, status } = await createCarrier({
    routes: [way, createWay()],
    positions: [
      {
        async listOpen() {
          // What is read next is the head at which the first of them is ended.
          listed += 1
          isLost = listed === 1
          return ['1', '2'].map((positionId) => ({
            positionId,
            counted: { reader: TOKEN, key: pad(`0x0${positionId}`) },
            steps: [{ kind: 'close', params: { positionId } }],
          }))
        },
      },
    ],
    async unwind({ params }) {
      tried.push(String((params as { positionId: string }).positionId))
      throw new Error('no plan')
    },
  }).liquidate()
  expect(items).toContainEqual({
    item: 'unwind position 1',
    ok: false,
    reason: expect.stringContaining('503'),
  })
  expect(tried).toEqual(['2', '1', '2'])
  expect(status).toBe('disarmed')
})

test('I47: a step that fails keeps none of those behind it, and why each failed is told', async () => {
  const counted = { reader: TOKEN, key: pad('0x01') } as const
  const { items } = await createCarrier({
    routes: [createWay()],
    positions: [
      {
        async listOpen() {
          const steps = [
            { kind: 'claim', params: {} },
            { kind: 'close', params: {} },
          ] as const
          return [{ positionId: '1', counted, steps }]
        },
      },
    ],
    async unwind({ kind }) {
      throw new Error(`no ${kind}`)
    },
  }).liquidate()
  expect(items).toContainEqual({
    item: 'unwind position 1',
    ok: false,
    reason: expect.stringMatching(/no claim.*; .*no close/),
  })
})

test('I47 I55: a pause that was never seen is not found by the word of a node', async () => {
  let isPaused = false
  const way = createWay({
    readContract: async ({ functionName }) => (functionName === 'paused' ? isPaused : []),
  })
  const carrier = createCarrier({ routes: [way] })
  expect(await carrier.halt('a drill')).toMatchObject({ status: 'unpaused' })
  isPaused = true
  expect(await carrier.halt('a drill')).toMatchObject({ status: 'complete', pausedBy: 'operator' })
  expect(way.sent).toHaveLength(2)
})

test('I48: a halt gives up every permit that waits, whatever becomes of one of them', async () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  for (const id of ['0x01', '0x02', '0x03'] as const) {
    store.insertPermit(buildPermitRow({ permitId: pad(id) }))
  }
  const ended: Hex[] = []
  const endPermit: HaltCarrierDeps['endPermit'] = ({ permitId }) => {
    if (permitId === pad('0x01')) throw new Error('the disk fails')
    ended.push(permitId)
  }
  const { status, cancelledPermits } = await createCarrier({ store, endPermit }).halt('a drill')
  expect([status, cancelledPermits, ended]).toEqual(['complete', 2, [pad('0x02'), pad('0x03')]])
})

test('I56: the space that is held for a halt is given back before anything of it is written', async () => {
  const whole = createSafetyStore(openSafetyDatabase(':memory:'))
  const done: string[] = []
  const write = <T>(body: () => T): T => {
    done.push('write')
    return whole.transact(body)
  }
  const reserve = { hold: () => undefined, release: () => void done.push('release') }
  await createCarrier({ store: { ...whole, transact: write }, reserve }).halt('a drill')
  expect(done.slice(0, 2)).toEqual(['release', 'write'])
})

test('I48 I57: while a sale is under way nothing counts as taken back, should it be cut short', async () => {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const marks: (string | undefined)[] = []
  const carrier = createCarrier({
    store,
    policy: buildPolicy({ assets: [buildAsset({ token: TOKEN })] }),
    routes: [createWay({ readState: async () => ({ ...EMPTY_STATE, balances: [0n] }) })],
    async liquidate() {
      marks.push(store.readMeta('halt-disarmed'))
      return undefined
    },
  })
  expect(await carrier.halt('a drill')).toMatchObject({ status: 'complete' })
  expect(store.readMeta('halt-disarmed')).toBe('1000')
  await carrier.liquidate()
  expect(marks).toEqual([''])
  expect(store.readMeta('halt-disarmed')).toBe('1000')
})

describe('a sale', () => {
  const STABLE = pad('0xa2', { size: 20 })
  const at = (answer: bigint, decimals = 0) => ({
    highest: { answer, decimals },
    lowest: { answer, decimals },
  })
  const USD = 10n ** 18n
  const STALE = { kind: 'stale', ageSeconds: 61, maxStalenessSeconds: 60 } as const

  /** Sell one of a token for a stable one, where a hundredth may be lost; answers what became of it. */
  async function sell(bringing: bigint, price: PriceReading = at(3_000n), stable: PriceReading = at(1n)) {
    const { items } = await createCarrier({
      policy: buildPolicy({
        assets: [buildAsset({ token: TOKEN }), buildAsset({ token: STABLE, symbol: 'USD', isStable: true })],
        maxLiquidationLossBps: 100,
      }),
      liquidate: async () => planTransaction([{ to: TOKEN, valueWei: 0n, data: '0x' }], {}),
      gather: async () =>
        buildEvidence({
          balances: [
            { token: TOKEN, before: USD, after: 0n },
            { token: STABLE, before: 0n, after: bringing },
          ],
          prices: { of: (token) => (token === TOKEN ? price : stable) },
        }),
    }).liquidate()
    return items.find(({ item }) => item === 'sell T')
  }

  test('default: one that brings as much as it must is sent', async () => {
    expect(await sell(2_970n * USD)).toEqual({ item: 'sell T', ok: true })
  })

  test.each<[string, Parameters<typeof sell>, RegExp]>([
    ['brings a base unit less', [2_970n * USD - 1n], /at least 2970 USDC is sane/],
    ['brings less by any part', [990_000n * 10n ** 12n, at(1_000_001n, 6)], /is sane/],
    [
      'brings less by the highest price of what is sold',
      [2_970n * USD, { ...at(3_000n), highest: { answer: 3_001n, decimals: 0 } }],
      /at least 2970.99 USDC is sane/,
    ],
    [
      'brings less by the lowest price of what comes in',
      [2_970n * USD, at(3_000n), { ...at(1n), lowest: { answer: 99n, decimals: 2 } }],
      /it would bring 2940.3 USDC/,
    ],
    ['is of a price that is stale', [2_970n * USD, { ...at(3_000n), problem: STALE }], /price of T is stale/],
    ['brings what has no price', [2_970n * USD, at(3_000n), {}], /price of USD is missing/],
  ])('I8 I10: one that %s is not', async (_, given, reason) => {
    expect(await sell(...given)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('a halt that paused and could not take everything back', () => {
  const tokensOf = (way: ReturnType<typeof createWay>) => tokens(() => way.sent.length < 2)
  const failing = () => {
    let fails = true
    const way = createWay({
      simulate: async () => {
        if (fails) throw new Error('503')
        return SIMULATED
      },
    })
    const heal = () => {
      fails = false
    }
    return { way, heal }
  }

  test('I47: goes on when it is resumed, until nothing is left', async () => {
    const { way, heal } = failing()
    const carrier = createCarrier({ routes: [way], grants: [tokensOf(way)] })
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'paused' })
    heal()
    await carrier.resume()
    expect(way.sent).toHaveLength(2)
    await carrier.resume()
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'complete', pausedBy: 'found' })
    expect(way.sent).toHaveLength(2)
  })

  test('I46 I47: goes on after a restart, and not again after the next', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const { way, heal } = failing()
    await createCarrier({ store, routes: [way], grants: [tokensOf(way)] }).halt('a drill')
    heal()
    await createCarrier({ store, routes: [way], grants: [tokensOf(way)] }).resume()
    expect(way.sent).toHaveLength(2)
    let asked = 0
    const getBlock = async () => {
      asked += 1
      return HEAD
    }
    await createCarrier({ store, routes: [createWay({ getBlock })] }).resume()
    expect(asked).toBe(0)
  })

  test('I56: goes on whatever the store takes', async () => {
    const whole = createSafetyStore(openSafetyDatabase(':memory:'))
    const store = {
      ...whole,
      readMeta: fail,
      writeMeta: fail,
      findMeta: fail,
      appendAudit: fail,
      transact: fail,
    }
    const { way, heal } = failing()
    const carrier = createCarrier({ store, routes: [way], grants: [tokensOf(way)] })
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'paused', pausedBy: 'operator' })
    heal()
    await carrier.resume()
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'complete', pausedBy: 'found' })
  })
})
