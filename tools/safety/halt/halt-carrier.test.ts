import { type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import type { HaltRoute } from '../custody/send-for-halt.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { createHaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore, type SafetyStore } from '../store/store.ts'
import { createCarrier, createWay, GRANT, HEAD, SIMULATED, TOKEN, tokens } from './fixtures/carrier.ts'
import type { HaltCarrierDeps } from './halt-carrier.ts'

const PERMIT: Hex = pad('0x04')
const refuse = () => Promise.reject(new Error('503'))
const fail = () => {
  throw new Error('the disk fails')
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

test('default: a halt leaves no timer behind', async () => {
  let running = 0
  const setTimer = () => {
    running += 1
    return () => {
      running -= 1
    }
  }
  const carrier = createCarrier({ clock: { wallMs: () => 1_000, tick: () => 1, setTimer } })
  await carrier.halt('a drill')
  await carrier.liquidate()
  expect(running).toBe(0)
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

  test('I47: goes on when it is resumed, where not even the pause was mined', async () => {
    let isPaused = false
    const way = createWay({
      readContract: async ({ functionName }) => (functionName === 'paused' ? isPaused : []),
    })
    const carrier = createCarrier({ routes: [way] })
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'unpaused' })
    isPaused = true
    const before = way.sent.length
    await carrier.resume()
    expect(way.sent.length).toBeGreaterThan(before)
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

describe('the records of a halt', () => {
  const kindsOf = (store: SafetyStore) => store.readAudit(1, 100).map(({ kind }) => kind)

  test('I46 I56: are made up for by resuming it, the latch first, although nothing else is left to do', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    let isFull = true
    const write = <T>(body: () => T): T => (isFull ? fail() : body())
    const carrier = createCarrier({
      store: {
        ...store,
        transact: (body) => write(() => store.transact(body)),
        writeMeta: (...row) => write(() => store.writeMeta(...row)),
        appendAudit: (...entry) => write(() => store.appendAudit(...entry)),
      },
    })
    expect(await carrier.halt('a drill')).toMatchObject({ status: 'complete' })
    expect([createHaltLatch(store).read(), kindsOf(store)]).toEqual([undefined, []])
    isFull = false
    await carrier.resume()
    expect(createHaltLatch(store).read()).toEqual({ sinceWallMs: 1_000, reason: 'a drill' })
    expect(kindsOf(store).filter((kind) => kind.startsWith('halt'))).toEqual([
      'halt',
      'halt-signed',
      'halt-report',
    ])
  })

  test('behavior: hold each thing that it came to once, however often it is asked again', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const carrier = createCarrier({ store })
    for (let time = 1; time <= 3; time += 1) await carrier.halt('a drill')
    const reports = store.readAudit(1, 100).filter(({ kind }) => kind === 'halt-report')
    expect(reports.map(({ body }) => body)).toEqual([
      expect.stringContaining('"pausedBy":"operator"'),
      expect.stringContaining('"pausedBy":"found"'),
    ])
  })
})
