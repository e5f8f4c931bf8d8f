import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  parseAbiParameters,
  TransactionReceiptNotFoundError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { buildPermitBody } from '../../../tools/safety/fixtures/build-permit.ts'
import { serialiseBody } from '../../../tools/safety/permit/permit.ts'
import { ACTORS } from '../../world/actors.ts'
import { AUDIT_INTACT } from './audit-intact.ts'
import { COUNTED_SPEND } from './counted-spend.ts'
import { EXITS_AFTER_BREACH } from './exits-after-breach.ts'
import { followExecuted } from './follow-executed.ts'
import { HALT_LATCH } from './halt-latch.ts'
import type { Law, LawMoment } from './law.ts'
import { OBSERVED_SPEND } from './observed-spend.ts'
import { ONE_CONSUMPTION } from './one-consumption.ts'
import { OPERATOR_TRANSACTIONS } from './operator-transactions.ts'
import { PERMIT_DEADLINE } from './permit-deadline.ts'
import { PERMIT_STATES } from './permit-states.ts'
import { PHASE_MATRIX } from './phase-matrix.ts'
import { TERMINAL_PHASE } from './terminal-phase.ts'
import { UNTOLD_OUTCOME } from './untold-outcome.ts'

const HASH: Hex = `0x${'ab'.repeat(32)}`
const USDC: Address = `0x${'11'.repeat(20)}`
const CAGE: Address = `0x${'22'.repeat(20)}`
const OTHER: Address = `0x${'33'.repeat(20)}`
const DAY = 86_400

/** What a law finds in the last of some moments, of which each holds what the law reads and nothing else. */
async function find(law: Law, ...moments: readonly object[]) {
  const look = law.watch()
  const follow = followExecuted()
  let found: Awaited<ReturnType<typeof look>>
  for (const given of moments) {
    const moment = { permits: () => [], ...given } as unknown as LawMoment
    found = await look({ ...moment, executed: () => follow(moment) })
  }
  return found
}

interface SimulatedBlocks {
  readonly blockNumber: bigint
  readonly blocks: readonly [{ readonly calls: readonly { readonly data: Hex }[] }]
}

/** A transfer of the account as a receipt shows it. */
const transferOf = (value: bigint) => ({
  address: USDC,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: CAGE, to: OTHER } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
})

const session = (
  store: { readonly listPermits?: () => object[]; readonly [method: string]: unknown },
  view: object = {},
  policy: object = {},
) => ({
  permits: () => store.listPermits?.() ?? [],
  stage: { session: { store, policy, agent: { safety: { view } } }, cage: CAGE, faults: { disk: {} } },
})

describe('I1: what the chain shows as spent', () => {
  const policy = (decimals = 6) => ({
    assets: [{ token: USDC, isNumeraire: true, decimals }],
    limits: { perTransactionUsdc: 100n, perDayUsdc: 150n },
  })
  const spends = (usdc: bigint, atSeconds = DAY, approval?: object, decimals = 6, commits = 1) => ({
    ...session({}, {}, policy(decimals)),
    client: { getBlock: async () => ({ timestamp: BigInt(atSeconds) }) },
    outcome: {
      observation: {
        reports: Array(commits).fill({ permitId: 'a', body: { approval }, receipt: { blockNumber: 1n } }),
        observed: [{ token: USDC, deltaBaseUnits: -usdc }],
      },
    },
  })
  /** A transaction that is mined and of which no step is told. */
  const untold = (usdc: bigint, state = 'committed', body = '{}') => {
    const row = { permitId: 'b', state, body }
    return {
      ...session(
        {
          listPermits: () => [row],
          findPermit: () => row,
          listTransactions: () => [{ hash: HASH, kind: 'action' }],
        },
        {},
        policy(),
      ),
      client: {
        getBlock: async () => ({ timestamp: BigInt(DAY) }),
        getTransactionReceipt: async () => ({
          status: 'success',
          blockNumber: 1n,
          logs: [transferOf(usdc)],
        }),
      },
      outcome: {},
    }
  }

  test('fits a transaction', async () => {
    expect(await find(OBSERVED_SPEND, spends(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(101n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
    expect(await find(OBSERVED_SPEND, spends(101n, DAY, {}))).toBeUndefined()
  })

  test('fits as many transactions as a step carried out', async () => {
    expect(await find(OBSERVED_SPEND, spends(150n, DAY, undefined, 6, 2))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(201n, DAY, undefined, 6, 2))).toMatchObject({
      expected: expect.stringMatching(/in 2 transactions$/),
    })
  })

  test('counts although nobody is told that it was mined', async () => {
    expect(await find(OBSERVED_SPEND, untold(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, untold(101n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
    expect(await find(OBSERVED_SPEND, untold(101n, 'committed', '{"approval":{}}'))).toBeUndefined()
    for (const state of ['committing', 'committed', 'failed']) {
      expect(await find(OBSERVED_SPEND, untold(100n, state), spends(51n))).toMatchObject({
        expected: expect.stringMatching(/in 24 hours$/),
      })
    }
    expect(await find(OBSERVED_SPEND, untold(100n), untold(100n), spends(50n))).toBeUndefined()
  })

  test('boundary: is rounded up where a coin has more decimals', async () => {
    const most = 100n * 10n ** 12n
    expect(await find(OBSERVED_SPEND, spends(most, DAY, undefined, 18))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(most + 1n, DAY, undefined, 18))).toBeDefined()
  })

  test('fits every window of 24 hours', async () => {
    expect(await find(OBSERVED_SPEND, spends(100n), spends(50n, 2 * DAY - 1))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(100n), spends(51n, 2 * DAY - 1))).toMatchObject({
      expected: expect.stringMatching(/in 24 hours$/),
    })
    expect(await find(OBSERVED_SPEND, spends(100n), spends(51n, 2 * DAY))).toBeUndefined()
  })
})

describe('I6: what is booked and reserved', () => {
  const entry = (amountUsdc: bigint, chainSeconds: number, permitId = 'own', state = 'spent') => ({
    amountUsdc,
    chainSeconds,
    permitId,
    state,
  })
  const booked = (...entries: object[]) =>
    session(
      {
        ledgerAfter: () => entries,
        listPermits: () => [{ permitId: 'owners', body: '{"approval":{}}' }],
      },
      {},
      { limits: { perDayUsdc: 100n } },
    )

  test('fits every window of 24 hours', async () => {
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(40n, DAY + 1, 'b')))).toBeUndefined()
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(41n, 2 * DAY - 1, 'b')))).toBeDefined()
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(41n, 2 * DAY, 'b')))).toBeUndefined()
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(41n, DAY, 'owners')))).toBeUndefined()
  })

  test('fits it although more is spent than was reserved', async () => {
    const reserved = booked(entry(60n, DAY, 'a', 'reserved'))
    expect(await find(COUNTED_SPEND, reserved, booked(entry(101n, DAY, 'a')))).toBeDefined()
  })

  test('may be more once a reorganisation brings back what was gone, and nothing fits beside that', async () => {
    const [gone, back, other] = [entry(0n, DAY, 'a'), entry(60n, DAY, 'a'), entry(60n, DAY + 1, 'b')]
    const revived = [booked(gone), booked(gone, other), booked(back, other)]
    expect(await find(COUNTED_SPEND, ...revived)).toBeUndefined()
    expect(await find(COUNTED_SPEND, ...revived, booked(back, other, entry(1n, DAY + 2, 'c')))).toBeDefined()
  })
})

describe('I13: a permit is used up once', () => {
  const log = (used: readonly string[], committed: readonly string[] = []) =>
    session({
      readAudit: (from: number, limit: number) =>
        used
          .map((permitId, at) => ({ index: at + 1, kind: 'consumed', body: JSON.stringify({ permitId }) }))
          .slice(from - 1, from - 1 + limit),
      auditHead: () => ({ entries: used.length }),
      listPermits: () => committed.map((permitId) => ({ permitId, state: 'committed' })),
    })

  test('and named by the log before it is committed', async () => {
    expect(await find(ONE_CONSUMPTION, log(['a']), log(['a', 'b'], ['a', 'b']))).toBeUndefined()
    expect(await find(ONE_CONSUMPTION, log(['a']), log(['a', 'a']))).toMatchObject({
      expected: 'a consumed once',
    })
    expect(await find(ONE_CONSUMPTION, log(['a'], ['b']))).toMatchObject({ found: 'no entry' })
    const many = Array.from({ length: 1_000 }, (_, at) => `${at}`)
    expect(await find(ONE_CONSUMPTION, log(many, many))).toBeUndefined()
    expect(await find(ONE_CONSUMPTION, log(many, ['b']))).toMatchObject({ found: 'no entry' })
  })

  /** A chain whose last block follows on the first one, by the name of its branch. */
  const chain = (
    branch: string,
    sent: readonly string[],
    known: readonly string[],
    haltedSince?: number,
  ): object => {
    const { stage, permits } = session(
      {
        listPermits: () => [{ permitId: 'a', state: 'committed' }],
        listTransactions: () => known.map((hash) => ({ hash })),
      },
      { haltedSince: () => haltedSince },
    )
    const transactions = sent.map((hash) => ({ hash, from: ACTORS.operator.address }))
    const blocks = [
      { number: 1n, hash: 'first', parentHash: 'none', transactions: [] },
      { number: 2n, hash: branch, parentHash: 'first', transactions },
    ]
    return {
      stage: { ...stage, firstBlock: 1n, processes: { hasSeveral: false } },
      client: {
        getBlock: async ({ blockHash = branch }) => blocks.find(({ hash }) => hash === blockHash),
      },
      action: { kind: 'act' },
      permits,
    }
  }

  test("and the operator's key signs for nothing else", async () => {
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], ['0x1']))).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], []))).toMatchObject({ found: '0x1' })
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], [], 5))).toBeUndefined()
  })

  test('on no branch of the chain', async () => {
    const before = chain('a', ['0x1'], ['0x1'])
    expect(await find(OPERATOR_TRANSACTIONS, before, chain('b', ['0x1'], ['0x1']))).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, before, chain('b', ['0x2'], ['0x1']))).toMatchObject({
      found: '0x2',
    })
  })
})

test('I14: what a permit allows is mined before it ends', async () => {
  const mined = (atSeconds: number) => ({
    ...session({ findPermit: () => ({ issuedChainSeconds: 1_000, ttlSeconds: 60 }) }),
    client: { getBlock: async () => ({ timestamp: BigInt(atSeconds) }) },
    outcome: { observation: { reports: [{ permitId: 'a', receipt: { blockNumber: 1n } }] } },
  })
  expect(await find(PERMIT_DEADLINE, mined(1_060))).toBeUndefined()
  expect(await find(PERMIT_DEADLINE, mined(1_061))).toEqual({
    expected: 'mined by 1060',
    found: 'mined at 1061',
  })
})

describe('I20: what nobody is told of', () => {
  const recovered = (kind: 'action' | 'cancel', receipt: { readonly status: string } | undefined) => ({
    ...session({
      listPermits: () => [{ permitId: 'a', state: 'committed' }],
      findPermit: () => ({ issuedChainSeconds: 1_000, ttlSeconds: 60 }),
      listTransactions: () => [{ hash: HASH, kind }],
    }),
    client: {
      getBlock: async () => ({ timestamp: 1_061n }),
      getTransactionReceipt: async () => {
        if (receipt === undefined) throw new TransactionReceiptNotFoundError({ hash: HASH })
        return { blockNumber: 1n, logs: [], ...receipt }
      },
    },
    outcome: {},
  })

  test('is mined before its permit ends, too', async () => {
    expect(await find(PERMIT_DEADLINE, recovered('action', { status: 'success' }))).toMatchObject({
      found: 'mined at 1061',
    })
  })

  test('is nothing where it reverted, is in no block, or gave the nonce back', async () => {
    expect(await find(PERMIT_DEADLINE, recovered('action', { status: 'reverted' }))).toBeUndefined()
    expect(await find(PERMIT_DEADLINE, recovered('action', undefined))).toBeUndefined()
    expect(await find(PERMIT_DEADLINE, recovered('cancel', { status: 'success' }))).toBeUndefined()
  })
})

describe('I15: what nobody is told of comes to what its plan expects', () => {
  const EXPECTED = 500n
  /** A step in which this much is seen to go, and before which, or in which, the transaction of a permit is mined. */
  const settled = (
    gone: bigint,
    { kind = 'recover', minedAt = 20n, isTold = false, isHalt = false, state = 'committed' } = {},
  ) => {
    const assets = [{ token: USDC, account: CAGE, deltaBaseUnits: -EXPECTED }]
    const expectation = { assets, allowances: [], positions: [], toleranceBps: 100 }
    const body = buildPermitBody()
    const plan = { ...body.plan, expectation } as typeof body.plan
    const row = { permitId: 'a', state, body: serialiseBody({ ...body, plan }) }
    return {
      ...session({
        listPermits: () => [row],
        findPermit: () => row,
        listTransactions: () => [{ hash: HASH, kind: 'action' }],
      }),
      client: {
        getBlock: async () => ({ timestamp: minedAt }),
        getTransactionReceipt: async () => ({ status: 'success', blockNumber: 1n, logs: [] }),
      },
      headSeconds: 20n,
      action: { kind },
      outcome: {
        observation: {
          events: isHalt ? [{ kind: 'halt:carried-out' }] : [],
          observed: [{ token: USDC, account: CAGE, deltaBaseUnits: -gone }],
          ...(isTold ? { reports: [{ permitId: 'b', receipt: { blockNumber: 1n } }] } : {}),
        },
      },
    }
  }
  const before = { ...session({}), headSeconds: 10n, action: { kind: 'commit' }, outcome: {} }
  const findAfter = (moment: object) => find(UNTOLD_OUTCOME, before, moment)

  test('within its tolerance, whatever the stack knows of it', async () => {
    for (const state of ['committing', 'committed', 'failed']) {
      expect(await findAfter(settled(505n, { state }))).toBeUndefined()
      expect(await findAfter(settled(506n, { state }))).toMatchObject({ found: '-506' })
    }
    expect(await findAfter(settled(0n))).toMatchObject({ found: '0' })
  })

  test('where the step shows it alone', async () => {
    expect(await findAfter(settled(506n, { minedAt: 10n }))).toBeUndefined()
    expect(await findAfter(settled(506n, { kind: 'outsider' }))).toBeUndefined()
    expect(await findAfter(settled(506n, { isTold: true }))).toBeUndefined()
    expect(await findAfter(settled(506n, { isHalt: true }))).toBeUndefined()
  })
})

test('I21: a permit that ended never lives again, and none disappears', async () => {
  const permits = (...states: string[]) =>
    session({ listPermits: () => states.map((state, index) => ({ permitId: `${index}`, state })) })
  expect(await find(PERMIT_STATES, permits('pending'), permits('committing', 'pending'))).toBeUndefined()
  expect(await find(PERMIT_STATES, permits('pending'), permits())).toMatchObject({ found: 'gone' })
  for (const ended of ['committed', 'failed', 'cancelled', 'expired'])
    expect(await find(PERMIT_STATES, permits(ended), permits('pending'))).toMatchObject({ found: 'pending' })
  expect(await find(PERMIT_STATES, permits('committing'), permits('pending'))).toBeDefined()
})

test('I26: what is allowed is of a class that the phase allows', async () => {
  const allowed = (actionClass: string, phase: string, error?: Error) => ({
    outcome: { actionClass, permitId: 'a', observation: { error } },
    phase,
  })
  expect(await find(PHASE_MATRIX, allowed('close-position', 'terminal'))).toBeUndefined()
  expect(await find(PHASE_MATRIX, allowed('decrease-position', 'unknown'))).toBeUndefined()
  expect(await find(PHASE_MATRIX, allowed('decrease-position', 'terminal'))).toMatchObject({
    found: 'allowed',
  })
  expect(await find(PHASE_MATRIX, allowed('rebalance', 'unknown'))).toMatchObject({ found: 'allowed' })
  expect(await find(PHASE_MATRIX, allowed('rebalance', 'unknown', new Error('denied')))).toBeUndefined()
})

test('I29: terminal is never left', async () => {
  const phase = (name: string) => session({}, { phase: () => ({ phase: name }) })
  expect(await find(TERMINAL_PHASE, phase('thriving'), phase('terminal'), phase('unknown'))).toBeUndefined()
  expect(await find(TERMINAL_PHASE, phase('terminal'), phase('declining'))).toEqual({
    expected: 'terminal',
    found: 'declining',
  })
})

test('I30: in a breach of the drawdown nothing but exits is carried out', async () => {
  const executed = (
    effect: number,
    drawdown: () => Promise<bigint>,
    { behind, age = 0n }: { readonly behind?: readonly object[]; readonly age?: bigint } = {},
  ) => {
    const log = {
      address: CAGE,
      topics: encodeEventTopics({ abi: policyCageAbi, eventName: 'Executed', args: { permitId: HASH } }),
      data: encodeAbiParameters(parseAbiParameters('uint8, uint256, uint256, uint256, uint256'), [
        effect,
        0n,
        0n,
        0n,
        0n,
      ]),
    }
    const receipt = { blockNumber: 7n, transactionIndex: 1, logs: [log] }
    const mined = [{ input: '0x01' }, { input: '0x02' }, ...(behind ? [{ input: '0x03' }] : [])]
    return {
      ...session({}),
      client: {
        getBlockNumber: async () => 7n + age,
        getBlockTransactionCount: async () => mined.length,
        getBlock: async () => ({ timestamp: 9n, transactions: mined }),
        readContract: async ({ functionName }: { functionName: string }) =>
          functionName === 'policy' ? { maxDrawdownBps: 500 } : drawdown(),
        simulateBlocks: async ({ blockNumber, blocks: [{ calls }] }: SimulatedBlocks) => {
          const replayed = calls.slice(0, -2).map(({ data }) => data)
          expect({ blockNumber, replayed }).toEqual({ blockNumber: 6n, replayed: ['0x01', '0x02'] })
          return [{ calls: [{}, {}, { result: { maxDrawdownBps: 500 } }, ...(behind ?? [])] }]
        },
      },
      outcome: { observation: { reports: [{ receipt }, { receipt: { ...receipt, logs: [] } }] } },
    }
  }
  const [idle, exit, risk] = [0, 1, 2]
  const is = (bps: bigint) => async () => bps
  const unreadable = () => Promise.reject(new Error('no price'))
  const breach = { expected: 'exits only at a drawdown above 500 bps' }
  expect(await find(EXITS_AFTER_BREACH, executed(risk, is(500n)))).toBeUndefined()
  expect(await find(EXITS_AFTER_BREACH, executed(risk, is(501n)))).toMatchObject(breach)
  expect(await find(EXITS_AFTER_BREACH, executed(risk, unreadable))).toBeDefined()
  for (const harmless of [idle, exit])
    expect(await find(EXITS_AFTER_BREACH, executed(harmless, is(501n)))).toBeUndefined()

  expect(await find(EXITS_AFTER_BREACH, executed(risk, is(501n), { age: 14n }))).toMatchObject(breach)
  expect(await find(EXITS_AFTER_BREACH, executed(risk, is(501n), { age: 15n }))).toBeUndefined()

  const behind = (result: bigint) => ({ behind: [{ status: 'success', result }] })
  expect(await find(EXITS_AFTER_BREACH, executed(risk, unreadable, behind(500n)))).toBeUndefined()
  expect(await find(EXITS_AFTER_BREACH, executed(risk, is(0n), behind(501n)))).toMatchObject(breach)
  expect(
    await find(EXITS_AFTER_BREACH, executed(risk, is(0n), { behind: [{ status: 'failure' }] })),
  ).toMatchObject(breach)
})

test('I46: a latch stays, and under it no permit is pending and nothing is committed', async () => {
  const latch = (
    since: number | undefined,
    {
      pending = 0,
      events = [] as (string | object)[],
      report,
    }: { pending?: number; events?: (string | object)[]; report?: object } = {},
  ) => ({
    ...session(
      {
        isMetaIntact: () => true,
        listPermits: () => Array(pending).fill({ state: 'pending' }),
        readAudit: () => [],
      },
      { haltedSince: () => since },
    ),
    outcome: {
      observation: {
        events: events.map((event) => (typeof event === 'string' ? { kind: event } : event)),
        report,
      },
    },
  })
  const report = { receipt: { transactionHash: HASH } }
  expect(await find(HALT_LATCH, latch(5, { report }), latch(5))).toBeUndefined()
  expect(await find(HALT_LATCH, latch(5), latch(undefined))).toMatchObject({ found: 'not latched' })
  expect(await find(HALT_LATCH, latch(5), latch(6))).toMatchObject({ found: '6' })
  expect(await find(HALT_LATCH, latch(5), latch(undefined, { events: ['halt:cleared'] }))).toBeUndefined()
  expect(await find(HALT_LATCH, latch(5, { pending: 1 }))).toMatchObject({ expected: 'no pending permit' })
  expect(await find(HALT_LATCH, latch(5), latch(5, { report }))).toMatchObject({ found: HASH })
  const [sent, cancelled] = [{ kind: 'tx:sent', permit_id: 'a' }, { kind: 'tx:sent' }]
  const used = { kind: 'permit:state', permit_id: 'a', to: 'committing' }
  expect(await find(HALT_LATCH, latch(5), latch(5, { events: [cancelled] }))).toBeUndefined()
  expect(await find(HALT_LATCH, latch(5, { events: [used, sent] }))).toBeUndefined()
  for (const event of [sent, used]) {
    expect(await find(HALT_LATCH, latch(5), latch(5, { events: [event] }))).toMatchObject({
      expected: 'no permit used up or sent',
    })
  }
})

test('I50: the chain of the log verifies', async () => {
  const log = (entries: number, ok: boolean) =>
    session({ auditHead: () => ({ entries }) }, { verifyAudit: () => ({ ok, problem: 'entry 3' }) })
  expect(await find(AUDIT_INTACT, log(5, true))).toBeUndefined()
  expect(await find(AUDIT_INTACT, log(5, true), log(6, false))).toMatchObject({ found: 'entry 3' })
  expect(await find(AUDIT_INTACT, log(200, false))).toMatchObject({ found: 'entry 3' })
})
