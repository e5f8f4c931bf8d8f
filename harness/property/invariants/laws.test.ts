import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbiParameters,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { buildPermitBody } from '../../../tools/safety/fixtures/build-permit.ts'
import { serialiseBody } from '../../../tools/safety/permit/permit.ts'
import { createOracle } from '../../oracle/oracle.ts'
import { ACTORS } from '../../world/actors.ts'
import { AUDIT_INTACT } from './audit-intact.ts'
import { COUNTED_SPEND } from './counted-spend.ts'
import { EXITS_AFTER_BREACH } from './exits-after-breach.ts'
import { followBlocks } from './follow-blocks.ts'
import { followExecuted } from './follow-executed.ts'
import { HALT_LATCH } from './halt-latch.ts'
import type { Law, LawMoment } from './law.ts'
import { listSent } from './list-sent.ts'
import { OBSERVED_COUNTED } from './observed-counted.ts'
import { OBSERVED_SPEND } from './observed-spend.ts'
import { ONE_CONSUMPTION } from './one-consumption.ts'
import { OPERATOR_TRANSACTIONS } from './operator-transactions.ts'
import { PERMIT_DEADLINE } from './permit-deadline.ts'
import { PERMIT_STATES } from './permit-states.ts'
import { PHASE_MATRIX } from './phase-matrix.ts'
import { PHASE_VOIDS_PERMITS } from './phase-voids-permits.ts'
import { TERMINAL_PHASE } from './terminal-phase.ts'
import { UNTOLD_OUTCOME } from './untold-outcome.ts'

const HASH: Hex = `0x${'ab'.repeat(32)}`
const USDC: Address = `0x${'11'.repeat(20)}`
const CAGE: Address = `0x${'22'.repeat(20)}`
const OTHER: Address = `0x${'33'.repeat(20)}`
const MULTICALL: Address = `0x${'44'.repeat(20)}`
const DAY = 86_400

/** What a law finds in the last of some moments, of which each holds what the law reads and nothing else. */
async function find(law: Law, ...moments: readonly object[]) {
  const look = law.watch()
  const [followBranch, follow] = [followBlocks(), followExecuted()]
  let found: Awaited<ReturnType<typeof look>>
  for (const given of moments) {
    const moment = { permits: () => [], outcome: {}, ...given } as unknown as LawMoment
    const mined = 'client' in given ? followBranch(moment) : Promise.resolve([])
    const seen = { ...moment, sent: () => listSent(moment), blocks: () => mined }
    found = await look({ ...seen, executed: () => follow(seen) })
  }
  return found
}

/** What Multicall3 answers where its reads answer so. */
const answersOf = (words: readonly bigint[]) =>
  encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: words.map((found) => ({ success: true, returnData: numberToHex(found, { size: 32 }) })),
  })

let blocksMined = 0
const hashesMined: string[] = []

/** What nonce a transaction of that hash takes: of each another one. */
const nonceOf = (hash: string) => {
  if (!hashesMined.includes(hash)) hashesMined.push(hash)
  return hashesMined.indexOf(hash)
}

/** A client that sees one new block with transactions of these hashes. */
const mining = (hashes: readonly string[], atSeconds = DAY, receipt: object = {}) => {
  blocksMined += 1
  const block = {
    number: 7n,
    hash: `block ${blocksMined}`,
    parentHash: 'none',
    timestamp: BigInt(atSeconds),
    transactions: hashes.map((hash) => ({ hash, from: OTHER, nonce: nonceOf(hash) })),
  }
  return {
    mined: block,
    getBlock: async ({ blockHash = block.hash } = {}) =>
      blockHash === block.hash ? block : { number: 0n, hash: blockHash },
    getBlockNumber: async () => 7n,
    getTransactionReceipt: async () => ({ status: 'success', transactionIndex: 0, logs: [], ...receipt }),
  }
}

/** What is reported of a transaction of that hash. */
const reportOf = (hash: string, report: object = {}, receipt: object = {}) => ({
  permitId: hash,
  body: {},
  receipt: { status: 'success', transactionHash: hash, transactionIndex: 0, logs: [], ...receipt },
  ...report,
})

/** What the cage's owner decided, with a drawdown of 500 bps at most. */
const POLICY = {
  ...{ owner: OTHER, operator: OTHER, guardian: OTHER, wrappedNative: OTHER },
  ...{ maxDrawdownBps: 500, maxLossBps: 0, maxStaleExitLossBps: 0 },
  ...{ minRebalanceIntervalSeconds: 0, loosenDelaySeconds: 0, paused: false },
  ...{ windowSpendCapUsdc: 0n, windowLossCapUsdc: 0n, hotLaneUsdc: 0n, minHealth: 0n },
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
  stage: {
    session: {
      store: { findPermit: () => undefined, findMeta: () => undefined, ...store },
      policy,
      agent: { safety: { view } },
    },
    cage: CAGE,
    clock: { wallMs: () => 0 },
    faults: { disk: {} },
    firstBlock: 0n,
    processes: { hasSeveral: false },
  },
})

describe('I1: what the chain shows as spent', () => {
  const policy = (decimals = 6) => ({
    assets: [{ token: USDC, isNumeraire: true, decimals }],
    limits: { perTransactionUsdc: 100n, perDayUsdc: 150n },
  })
  let spent = 0
  const nextHash = () => {
    spent += 1
    return `spend ${spent}`
  }
  const spends = (usdc: bigint, atSeconds = DAY, decimals = 6) => {
    const hash = nextHash()
    return {
      ...session({}, {}, policy(decimals)),
      client: mining([hash], atSeconds),
      outcome: {
        observation: { reports: [reportOf(hash)], observed: [{ token: USDC, deltaBaseUnits: -usdc }] },
      },
    }
  }
  /** A step that carried out several transactions, and that shows what they come to together. */
  const together = (...amounts: readonly bigint[]) => {
    const reports = amounts.map((usdc) => reportOf(nextHash(), {}, { logs: [transferOf(usdc)] }))
    return {
      ...session({}, {}, policy()),
      client: mining(reports.map(({ permitId }) => permitId)),
      outcome: { observation: { reports, observed: [] } },
    }
  }
  /** A transaction that is mined and of which no step is told. */
  const untold = (usdc: bigint, state = 'committed') => {
    const row = { permitId: 'b', state }
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
      client: mining([HASH], DAY, { logs: [transferOf(usdc)] }),
    }
  }

  test('fits a transaction', async () => {
    expect(await find(OBSERVED_SPEND, spends(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(101n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
  })

  test('is not made up for by what others pay in meanwhile', async () => {
    const gift = (usdc: bigint) => {
      const [hash, by] = [nextHash(), nextHash()]
      const report = reportOf(hash, {}, { logs: [transferOf(usdc)] })
      const observed = [{ token: USDC, deltaBaseUnits: 50n - usdc }]
      return {
        ...session({}, {}, policy()),
        client: mining([by, hash]),
        outcome: { observation: { reports: [report], observed } },
      }
    }
    expect(await find(OBSERVED_SPEND, gift(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, gift(101n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
  })

  test('is not made up for by what comes in of another token', async () => {
    const trade = (usdc: bigint) => {
      const moment = spends(usdc)
      moment.outcome.observation.observed.push({ token: OTHER, deltaBaseUnits: 10n ** 18n })
      return moment
    }
    expect(await find(OBSERVED_SPEND, trade(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, trade(101n))).toBeDefined()
  })

  test('fits each transaction of a step that carried out several', async () => {
    expect(await find(OBSERVED_SPEND, together(100n, 50n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, together(101n, 1n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
    expect(await find(OBSERVED_SPEND, together(100n, 51n))).toMatchObject({
      expected: expect.stringMatching(/in 24 hours$/),
    })
  })

  test('counts although nobody is told that it was mined', async () => {
    expect(await find(OBSERVED_SPEND, untold(100n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, untold(101n))).toMatchObject({
      expected: expect.stringMatching(/in a transaction$/),
    })
    for (const state of ['committing', 'committed', 'failed']) {
      expect(await find(OBSERVED_SPEND, untold(100n, state), spends(51n))).toMatchObject({
        expected: expect.stringMatching(/in 24 hours$/),
      })
    }
  })

  test('counts each time that a permit is carried out', async () => {
    const again = (usdc: bigint) => {
      const moment = spends(usdc)
      for (const report of moment.outcome.observation.reports) report.permitId = 'one'
      return moment
    }
    expect(await find(OBSERVED_SPEND, again(100n), again(50n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, again(100n), again(51n))).toMatchObject({
      expected: expect.stringMatching(/in 24 hours$/),
    })
  })

  test('counts once although a reorganisation took it away and it was mined again', async () => {
    expect(await find(OBSERVED_SPEND, untold(100n), untold(100n), spends(50n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, untold(100n), untold(101n))).toBeDefined()
  })

  test('boundary: is rounded up where a coin has more decimals', async () => {
    const most = 100n * 10n ** 12n
    expect(await find(OBSERVED_SPEND, spends(most, DAY, 18))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(most + 1n, DAY, 18))).toBeDefined()
  })

  test('fits every window of 24 hours', async () => {
    expect(await find(OBSERVED_SPEND, spends(100n), spends(50n, 2 * DAY - 1))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, spends(100n), spends(51n, 2 * DAY - 1))).toMatchObject({
      expected: expect.stringMatching(/in 24 hours$/),
    })
    expect(await find(OBSERVED_SPEND, spends(100n), spends(51n, 2 * DAY))).toBeUndefined()
  })

  test('fits what the owner set above the policy, though it is less again when it is mined', async () => {
    const set = (perTransactionUsdc: string, perDayUsdc: string) => {
      const value = JSON.stringify({ perTransactionUsdc, perDayUsdc })
      return session({ findMeta: () => ({ value }) }, {}, policy())
    }
    const judge = (...moments: readonly object[]) => find(OBSERVED_SPEND, ...moments)
    expect(await judge(set('120', '160'), set('50', '60'), spends(120n), spends(40n))).toBeUndefined()
    expect(await judge(set('120', '160'), spends(121n))).toBeDefined()
    expect(await judge(set('120', '160'), spends(120n), spends(41n))).toBeDefined()
  })

  test('counts on each chain, though the nonce that it took is the same', async () => {
    const on = (chainId: number, usdc: bigint) => {
      const hash = nextHash()
      const report = reportOf(hash)
      const client = mining([hash])
      const { transactions } = client.mined
      for (const transaction of transactions) transaction.nonce = 0
      return {
        ...session({}, {}, { ...policy(), chainId }),
        client,
        outcome: { observation: { reports: [report], observed: [{ token: USDC, deltaBaseUnits: -usdc }] } },
      }
    }
    expect(await find(OBSERVED_SPEND, on(1, 100n), on(10, 50n))).toBeUndefined()
    expect(await find(OBSERVED_SPEND, on(1, 100n), on(10, 51n))).toMatchObject({
      expected: expect.stringMatching(/in 24 hours$/),
    })
    expect(await find(OBSERVED_SPEND, on(1, 100n), on(1, 51n))).toBeUndefined()
  })

  test('fits them although another chain is ahead', async () => {
    expect(await find(OBSERVED_SPEND, spends(100n, DAY + 60), spends(51n))).toBeDefined()
    expect(await find(OBSERVED_SPEND, spends(100n, 2 * DAY), spends(51n))).toBeUndefined()
  })
})

describe('I4: what the chain shows to have left', () => {
  const policy = { assets: [{ token: USDC, isNumeraire: true, decimals: 6 }] }
  const action = (left: bigint, counted: bigint | undefined, { isTold = true, repaid = 0n } = {}) => {
    const row = { permitId: 'a', state: 'committed' }
    const reports = isTold ? [reportOf(HASH)] : []
    return {
      ...session(
        {
          listPermits: () => [row],
          listTransactions: () => [{ hash: HASH, kind: 'action' }],
          findLedgerEntry: () => (counted === undefined ? undefined : { amountUsdc: counted }),
        },
        {},
        policy,
      ),
      client: mining([HASH], DAY, { logs: [transferOf(left > 0n ? left : 0n)] }),
      outcome: {
        observation: {
          reports,
          observed: [{ token: USDC, deltaBaseUnits: -left }],
          outcome: { positions: [{ kind: 'owed', observedUnits: `${-repaid}` }] },
        },
      },
    }
  }
  const judge = (...input: Parameters<typeof action>) => find(OBSERVED_COUNTED, action(...input))

  test('is counted, to the last base unit', async () => {
    expect(await judge(100n, 100n)).toBeUndefined()
    expect(await judge(100n, 99n)).toMatchObject({ expected: expect.stringMatching(/^at least /) })
    expect(await judge(1n, undefined)).toBeDefined()
  })

  test('is no spend where it came in, or ended a debt', async () => {
    expect(await judge(-100n, undefined)).toBeUndefined()
    expect(await judge(100n, 0n, { repaid: 1n })).toBeUndefined()
    expect(await judge(100n, 0n, { repaid: -1n })).toBeDefined()
  })

  test('is counted once somebody is told of it', async () => {
    expect(await judge(100n, 0n, { isTold: false })).toBeUndefined()
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
    session({ ledgerAfter: () => entries }, {}, { limits: { perDayUsdc: 100n } })

  test('fits every window of 24 hours', async () => {
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(40n, DAY + 1, 'b')))).toBeUndefined()
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(41n, 2 * DAY - 1, 'b')))).toBeDefined()
    expect(await find(COUNTED_SPEND, booked(entry(60n, DAY), entry(41n, 2 * DAY, 'b')))).toBeUndefined()
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
  /** A log in which permits are used up, and the second entry may say something else of one. */
  const log = (used: readonly string[], committed: readonly string[] = [], second = 'consumed') =>
    session({
      readAudit: (from: number, limit: number) =>
        used
          .map((permitId, at) => ({
            index: at + 1,
            kind: at === 1 ? second : 'consumed',
            body: JSON.stringify({ permitId }),
          }))
          .slice(from - 1, from - 1 + limit),
      auditHead: () => ({ entries: used.length }),
      listPermits: () => committed.map((permitId) => ({ permitId, state: 'committed' })),
      listTransactions: () => [],
    })

  test('and named by the log before it is committed', async () => {
    expect(await find(ONE_CONSUMPTION, log(['a']), log(['a', 'b'], ['a', 'b']))).toBeUndefined()
    expect(await find(ONE_CONSUMPTION, log(['a']), log(['a', 'a']))).toMatchObject({
      expected: 'a consumed once',
    })
    expect(await find(ONE_CONSUMPTION, log(['a'], ['b']))).toMatchObject({ found: 'no entry' })
    expect(await find(ONE_CONSUMPTION, log(['a', 'a'], [], 'permit'))).toBeUndefined()
    expect(await find(ONE_CONSUMPTION, log(['a', 'a', 'a'], [], 'permit'))).toMatchObject({
      found: 'a second time',
    })
    const many = Array.from({ length: 1_000 }, (_, at) => `${at}`)
    expect(await find(ONE_CONSUMPTION, log(many, many))).toBeUndefined()
    expect(await find(ONE_CONSUMPTION, log(many, ['b']))).toMatchObject({ found: 'no entry' })
  })

  test('and named by the log before anything is signed for it, whatever becomes of that', async () => {
    const ended = (used: readonly string[], state: string, signed: readonly string[]) => {
      const { permits, stage } = log(used)
      const store = { ...stage.session.store, listTransactions: () => signed.map((hash) => ({ hash })) }
      return {
        stage: { ...stage, session: { ...stage.session, store } },
        permits: () => [...permits(), { permitId: 'a', state }],
      }
    }
    for (const state of ['committing', 'failed']) {
      expect(await find(ONE_CONSUMPTION, ended(['a'], state, ['0x1']))).toBeUndefined()
      expect(await find(ONE_CONSUMPTION, ended([], state, ['0x1']))).toMatchObject({ found: 'no entry' })
    }
    // What failed before it was signed for was never used up.
    expect(await find(ONE_CONSUMPTION, ended([], 'failed', []))).toBeUndefined()
  })

  /** A chain whose last block follows on the first one, by the name of its branch. */
  const chain = (
    branch: string,
    sent: readonly string[],
    known: readonly string[],
    haltedSince?: number,
    {
      signed = [],
      waiting,
    }: { readonly signed?: readonly string[]; readonly waiting?: readonly string[] } = {},
  ): object => {
    const { stage, permits } = session(
      {
        listPermits: () => [{ permitId: 'a', state: 'committed' }],
        listTransactions: () => known.map((hash) => ({ hash })),
        readAudit: () => signed.map((hash) => ({ kind: 'halt-signed', body: JSON.stringify({ hash }) })),
      },
      { haltedSince: () => haltedSince },
    )
    const own = (hash: string) => ({ hash, from: ACTORS.operator.address })
    const transactions = sent.map(own)
    const blocks = [
      { number: 1n, hash: 'first', parentHash: 'none', transactions: [] },
      { number: 2n, hash: branch, parentHash: 'first', transactions },
    ]
    return {
      stage: { ...stage, firstBlock: 1n, faults: { disk: { hasFailed: waiting !== undefined } } },
      client: {
        getBlock: async ({ blockHash = branch, blockTag = 'latest' }) =>
          blockTag === 'pending'
            ? { transactions: (waiting ?? []).map(own) }
            : blocks.find(({ hash }) => hash === blockHash),
        getTransactionReceipt: async () => ({ status: 'success' }),
      },
      action: { kind: 'act' },
      permits,
    }
  }

  test("and the operator's key signs for nothing else", async () => {
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], ['0x1']))).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], []))).toMatchObject({ found: '0x1' })
    expect(await find(OPERATOR_TRANSACTIONS, chain('a', ['0x1'], [], 5))).toMatchObject({ found: '0x1' })
  })

  test('but others sign what they like', async () => {
    const byOthers = {
      ...chain('a', [], []),
      client: mining(['0x1']),
    }
    expect(await find(OPERATOR_TRANSACTIONS, byOthers)).toBeUndefined()
  })

  test('but for what a scenario plays with it, as long as it does', async () => {
    const stolen = { kind: 'outsider', actor: 'operator' }
    const played = { ...chain('a', ['0x1'], []), action: stolen }
    expect(await find(OPERATOR_TRANSACTIONS, played)).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, played, chain('b', ['0x2'], []))).toMatchObject({ found: '0x2' })
    const several = chain('a', ['0x1'], []) as { stage: object }
    const stage = { ...several.stage, processes: { hasSeveral: true } }
    expect(await find(OPERATOR_TRANSACTIONS, { ...several, stage })).toBeUndefined()
  })

  test('in no block of a step that mined several', async () => {
    const one = chain('a', ['0x1'], []) as {
      readonly client: { readonly getBlock: (asked: { readonly blockHash?: string }) => Promise<object> }
    }
    const last = { number: 3n, hash: 'last', parentHash: 'a', transactions: [] }
    const getBlock = async ({ blockHash = last.hash } = {}) =>
      blockHash === last.hash ? last : one.client.getBlock({ blockHash })
    const several = { ...one, client: { ...one.client, getBlock } }
    expect(await find(OPERATOR_TRANSACTIONS, several)).toMatchObject({ found: '0x1' })
  })

  test('on no branch of the chain', async () => {
    const before = chain('a', ['0x1'], ['0x1'])
    expect(await find(OPERATOR_TRANSACTIONS, before, chain('b', ['0x1'], ['0x1']))).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, before, chain('b', ['0x2'], ['0x1']))).toMatchObject({
      found: '0x2',
    })
  })

  test('but for what a halt sent, which may be mined after it', async () => {
    const judge = (...moments: readonly object[]) => find(OPERATOR_TRANSACTIONS, ...moments)
    const signed = ['0x1']
    expect(await judge(chain('a', ['0x1'], [], 5, { signed }))).toBeUndefined()
    expect(await judge(chain('a', ['0x1', '0x2'], [], 5, { signed }))).toMatchObject({ found: '0x2' })
    // Of a log that is lost.
    const cleared = chain('b', ['0x1'], [])
    expect(await judge(chain('a', [], [], 5, { signed }), cleared)).toBeUndefined()
    expect(await judge(chain('a', [], [], 5), cleared)).toMatchObject({ found: '0x1' })
    expect(await judge(chain('b', ['0x1'], [], undefined, { signed }))).toBeUndefined()
  })

  test('which a broken disk may not have taken', async () => {
    const judge = (...moments: readonly object[]) => find(OPERATOR_TRANSACTIONS, ...moments)
    const cleared = chain('b', ['0x1'], [])
    expect(await judge(chain('a', ['0x2'], [], 5, { waiting: ['0x1'] }), cleared)).toBeUndefined()
    expect(await judge(chain('a', ['0x2'], [], 5, { waiting: [] }))).toBeUndefined()
    expect(await judge(chain('a', ['0x2'], [], 5, { waiting: [] }), cleared)).toMatchObject({ found: '0x1' })
    expect(await judge(chain('a', ['0x2'], [], undefined, { waiting: [] }))).toMatchObject({ found: '0x2' })
  })

  test('though a store forgets for what before it is mined', async () => {
    const [sent, mined] = [chain('a', [], ['0x1']), chain('b', ['0x1'], [])]
    expect(await find(OPERATOR_TRANSACTIONS, sent, mined)).toBeUndefined()
    expect(await find(OPERATOR_TRANSACTIONS, mined)).toMatchObject({ found: '0x1' })
  })
})

test('I14: a permit that had ended by either clock when a step began is not used in it', async () => {
  const row = { permitId: 'a', issuedWallMs: 1_000_000, issuedChainSeconds: 1_000, ttlSeconds: 60 }
  const moment = (state: string, wallMs: number, chainSeconds: number) => {
    const given = session({
      listPermits: () => [{ ...row, state }],
      listTransactions: () => [{ hash: HASH }],
    })
    const stage = { ...given.stage, clock: { wallMs: () => wallMs } }
    return { ...given, stage, headSeconds: BigInt(chainSeconds), client: mining([]) }
  }
  const judge = (wallMs: number, chainSeconds: number, state: string) =>
    find(PERMIT_DEADLINE, moment('pending', wallMs, chainSeconds), moment(state, 2_000_000, 2_000))
  const late = { expected: 'a used before it ended', found: 'used afterwards' }
  for (const state of ['committing', 'committed', 'failed']) {
    expect(await judge(1_059_999, 1_059, state)).toBeUndefined()
    expect(await judge(1_060_000, 1_059, state)).toEqual(late)
    expect(await judge(1_059_999, 1_060, state)).toEqual(late)
  }
  expect(await judge(1_060_000, 1_060, 'expired')).toBeUndefined()
  const used = moment('committed', 2_000_000, 2_000)
  expect(await find(PERMIT_DEADLINE, moment('committed', 1_059_999, 1_059), used, used)).toBeUndefined()
})

test('I14: what a permit allows is mined before it ends', async () => {
  const mined = (atSeconds: number) => ({
    ...session({ findPermit: () => ({ issuedChainSeconds: 1_000, ttlSeconds: 60 }) }),
    client: mining(['a'], atSeconds),
    outcome: { observation: { reports: [reportOf('a')] } },
  })
  const late = { expected: 'mined by 1060', found: 'mined at 1061' }
  expect(await find(PERMIT_DEADLINE, mined(1_060))).toBeUndefined()
  expect(await find(PERMIT_DEADLINE, mined(1_061))).toEqual(late)
  // On another branch it is mined once more.
  expect(await find(PERMIT_DEADLINE, mined(1_060), { ...mined(1_061), outcome: {} })).toEqual(late)
})

describe('I20: what nobody is told of', () => {
  const recovered = (kind: 'action' | 'raise' | 'cancel', hashes: readonly Hex[], status = 'success') => ({
    ...session({
      listPermits: () => [{ permitId: 'a', state: 'committed' }],
      findPermit: () => ({ issuedChainSeconds: 1_000, ttlSeconds: 60 }),
      listTransactions: () => [{ hash: HASH, kind }],
    }),
    client: mining(hashes, 1_061, { status }),
  })

  test('is mined before its permit ends, too', async () => {
    const late = { found: 'mined at 1061' }
    expect(await find(PERMIT_DEADLINE, recovered('action', [HASH]))).toMatchObject(late)
    expect(await find(PERMIT_DEADLINE, recovered('raise', [HASH]))).toMatchObject(late)
    expect(await find(PERMIT_DEADLINE, recovered('action', []), recovered('action', [HASH]))).toMatchObject(
      late,
    )
  })

  test('is nothing where it reverted, is in no block, or gave the nonce back', async () => {
    expect(await find(PERMIT_DEADLINE, recovered('action', [HASH], 'reverted'))).toBeUndefined()
    expect(await find(PERMIT_DEADLINE, recovered('action', []))).toBeUndefined()
    expect(await find(PERMIT_DEADLINE, recovered('cancel', [HASH]))).toBeUndefined()
  })
})

describe('I15: what nobody is told of comes to what its plan expects', () => {
  const EXPECTED = 500n
  const HELD = 10_000n
  /** A step in which a transaction of a permit is mined that changes the balance so. */
  const settled = (
    change: bigint,
    { isTold = false, state = 'committed', expected = -EXPECTED, got = 0n, blocksBehind = 0n } = {},
  ) => {
    const incoming = { token: OTHER, account: CAGE, deltaBaseUnits: got }
    const assets = [{ token: USDC, account: CAGE, deltaBaseUnits: expected }, ...(got > 0n ? [incoming] : [])]
    const expectation = { assets, allowances: [], positions: [], toleranceBps: 100 }
    const body = buildPermitBody()
    const plan = { ...body.plan, expectation } as typeof body.plan
    const row = { permitId: 'a', state, body: serialiseBody({ ...body, plan }) }
    const { stage, permits } = session({
      listPermits: () => [row],
      findPermit: () => row,
      listTransactions: () => [{ hash: HASH, kind: 'action' }],
    })
    const balances = new Map([
      [6n, [HELD, HELD]],
      [7n, [HELD + change, HELD + got]],
    ])
    const client = {
      ...mining([HASH]),
      getBlockNumber: async () => 7n + blocksBehind,
      call: async ({ blockNumber }: { readonly blockNumber: bigint }) => ({
        data: answersOf(balances.get(blockNumber) ?? []),
      }),
    }
    const oracle = createOracle({
      client: client as never,
      book: { chainId: 1, multicall: MULTICALL } as never,
      watch: [USDC, OTHER].map((token) => ({ token, account: CAGE })),
    })
    return {
      permits,
      stage: { ...stage, oracle },
      client,
      ...(isTold ? { outcome: { observation: { reports: [reportOf(HASH)] } } } : {}),
    }
  }
  const judge = (...[change, options]: Parameters<typeof settled>) =>
    find(UNTOLD_OUTCOME, settled(change, options))

  test('within its tolerance, whatever the stack knows of it', async () => {
    for (const state of ['committing', 'committed', 'failed']) {
      expect(await judge(-505n, { state })).toBeUndefined()
      expect(await judge(-506n, { state })).toMatchObject({ found: '-506' })
    }
    expect(await judge(0n)).toMatchObject({ found: '0' })
    expect(await judge(-506n, { isTold: true })).toBeUndefined()
  })

  test('or to more, where the market of a trade moved', async () => {
    expect(await judge(506n, { expected: EXPECTED })).toBeUndefined()
    expect(await judge(494n, { expected: EXPECTED })).toMatchObject({ found: '494' })
    expect(await judge(-490n, { got: 5n })).toBeUndefined()
    expect(await judge(-506n, { got: 5n })).toMatchObject({ found: '-506' })
  })

  test('as long as the node keeps what stood around it', async () => {
    expect(await judge(-506n, { blocksBehind: 14n })).toBeDefined()
    expect(await judge(-506n, { blocksBehind: 15n })).toBeUndefined()
  })
})

test('I21: a permit that ended never lives again, and none disappears', async () => {
  const permits = (...states: string[]) =>
    session({ listPermits: () => states.map((state, index) => ({ permitId: `${index}`, state })) })
  expect(await find(PERMIT_STATES, permits('pending'), permits('committing', 'pending'))).toBeUndefined()
  expect(await find(PERMIT_STATES, permits('pending'), permits())).toMatchObject({ found: 'gone' })
  for (const ended of ['committed', 'failed', 'cancelled', 'expired'])
    expect(await find(PERMIT_STATES, permits(ended), permits('pending'))).toMatchObject({ found: 'pending' })
  for (const state of ['pending', 'cancelled', 'expired'])
    expect(await find(PERMIT_STATES, permits('committing'), permits(state))).toMatchObject({ found: state })
})

test('I21: nor in between, where the end of a step no longer shows it', async () => {
  const step = (state: string, ...told: readonly string[]) => ({
    ...session({ listPermits: () => [{ permitId: 'a', state }] }),
    outcome: {
      observation: { events: told.map((to) => ({ kind: 'permit:state', permit_id: 'a', from: null, to })) },
    },
  })
  const used = ['committing', 'committed']
  expect(await find(PERMIT_STATES, step('committed', 'pending', ...used))).toBeUndefined()
  expect(await find(PERMIT_STATES, step('pending'), step('committed', ...used))).toBeUndefined()
  expect(await find(PERMIT_STATES, step('pending'), step('committed', 'cancelled', ...used))).toMatchObject({
    expected: 'a cancelled, then nothing else',
    found: 'committing',
  })
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

test('I26: so is what nobody told the step of', async () => {
  interface Now {
    readonly phase?: string
    readonly epoch?: number
    readonly was?: string
  }
  const moment = (actionClass: string, { phase = 'terminal', epoch = 2, was = phase }: Now = {}) => ({
    stage: { session: { agent: { safety: { view: { phase: () => ({ phase, epoch }) } } } } },
    permits: () => [
      { permitId: 'b', body: serialiseBody(buildPermitBody({ phaseEpoch: 2, result: { actionClass } })) },
    ],
    phase: was,
  })
  const forbidden = { expected: 'no rebalance in terminal', found: 'permitted' }
  expect(await find(PHASE_MATRIX, moment('close-position'))).toBeUndefined()
  expect(await find(PHASE_MATRIX, moment('rebalance'))).toEqual(forbidden)
  expect(await find(PHASE_MATRIX, moment('rebalance', { phase: 'unknown' }))).toMatchObject({
    found: 'permitted',
  })
  // Where the phase changed within the step nobody knows in which it was permitted.
  expect(await find(PHASE_MATRIX, moment('rebalance', { was: 'thriving' }))).toBeUndefined()
  expect(await find(PHASE_MATRIX, moment('rebalance', { epoch: 3 }))).toBeUndefined()
  // What was there before was judged before.
  const earlier = moment('rebalance', { phase: 'thriving' })
  expect(await find(PHASE_MATRIX, earlier, moment('rebalance'))).toBeUndefined()
})

test('I26: a permit is used up in the phase in which it was issued', async () => {
  const body = serialiseBody({ ...buildPermitBody(), phaseEpoch: 1 })
  const moment = (state: string, epoch: number, signed: readonly Hex[] = []) =>
    session(
      {
        listPermits: () => [{ permitId: 'a', state, body }],
        listTransactions: () => signed.map((hash) => ({ hash })),
      },
      { phase: () => ({ epoch }) },
    )
  const judge = (...moments: readonly object[]) => find(PHASE_VOIDS_PERMITS, ...moments)
  for (const state of ['committing', 'committed']) {
    expect(await judge(moment('pending', 1), moment(state, 1))).toBeUndefined()
    expect(await judge(moment('pending', 1), moment(state, 3))).toBeUndefined()
    expect(await judge(moment('pending', 2), moment(state, 2))).toMatchObject({
      found: expect.stringContaining('in phase 2'),
    })
    expect(await judge(moment('pending', -1), moment(state, -1))).toBeDefined()
    expect(await judge(moment(state, 2), moment(state, 2))).toBeUndefined()
  }
  expect(await judge(moment('pending', 2), moment('cancelled', 2))).toBeUndefined()
  expect(await judge(moment('pending', 2), moment('failed', 2))).toBeUndefined()
  expect(await judge(moment('pending', 2), moment('failed', 2, [HASH]))).toBeDefined()
})

test('I29: terminal is never left', async () => {
  const phase = (name: string) => session({}, { phase: () => ({ phase: name }) })
  expect(await find(TERMINAL_PHASE, phase('thriving'), phase('terminal'), phase('unknown'))).toBeUndefined()
  const left = [phase('terminal'), phase('unknown'), phase('thriving')]
  expect(await find(TERMINAL_PHASE, ...left)).toMatchObject({ found: 'thriving' })
  expect(await find(TERMINAL_PHASE, phase('terminal'), phase('declining'))).toEqual({
    expected: 'terminal',
    found: 'declining',
  })
})

test('I30 I48: in a breach of the drawdown, or while it is paused, nothing but exits is carried out', async () => {
  const executed = (effects: number | readonly number[], drawdown: () => Promise<bigint>, paused = false) => {
    const logs = [effects].flat().map((effect) => ({
      address: CAGE,
      topics: encodeEventTopics({ abi: policyCageAbi, eventName: 'Executed', args: { permitId: HASH } }),
      data: encodeAbiParameters(parseAbiParameters('uint8, bool, uint256, uint256, uint256'), [
        effect,
        false,
        0n,
        0n,
        0n,
      ]),
    }))
    const policy = encodeFunctionResult({
      abi: policyCageAbi,
      functionName: 'policy',
      result: { ...POLICY, paused },
    })
    const answers = new Map([
      [encodeFunctionData({ abi: policyCageAbi, functionName: 'policy' }), async () => policy],
      [
        encodeFunctionData({ abi: policyCageAbi, functionName: 'drawdownBps' }),
        async () => encodeAbiParameters([{ type: 'uint256' }], [await drawdown()]),
      ],
    ])
    return {
      ...session({}),
      client: {
        ...mining([HASH]),
        // Before its block there was no breach.
        call: async ({ data, blockNumber }: { readonly data: Hex; readonly blockNumber: bigint }) => ({
          data:
            blockNumber < 7n ? encodeAbiParameters([{ type: 'uint256' }], [0n]) : await answers.get(data)?.(),
        }),
      },
      outcome: { observation: { reports: [reportOf(HASH, {}, { logs })] } },
    }
  }
  const [idle, exit, risk] = [0, 1, 2]
  const is = (bps: bigint) => async () => bps
  const unreadable = () => Promise.reject(new Error('no price'))
  const breach = { expected: 'exits only at a drawdown above 500 bps' }
  await expect(find(EXITS_AFTER_BREACH, executed(risk, is(500n)))).resolves.toBeUndefined()
  await expect(find(EXITS_AFTER_BREACH, executed(risk, is(501n)))).resolves.toMatchObject(breach)
  await expect(find(EXITS_AFTER_BREACH, executed(risk, unreadable))).resolves.toBeDefined()
  for (const several of [
    [exit, risk],
    [risk, idle],
  ])
    await expect(find(EXITS_AFTER_BREACH, executed(several, is(501n)))).resolves.toMatchObject(breach)
  for (const harmless of [idle, exit, [idle, exit]]) {
    await expect(find(EXITS_AFTER_BREACH, executed(harmless, is(501n)))).resolves.toBeUndefined()
    await expect(find(EXITS_AFTER_BREACH, executed(harmless, is(0n), true))).resolves.toBeUndefined()
  }
  await expect(find(EXITS_AFTER_BREACH, executed(risk, is(0n), true))).resolves.toEqual({
    expected: 'exits only of a paused cage',
    found: '2',
  })
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
  expect(await find(AUDIT_INTACT, log(200, true), log(327, false))).toBeUndefined()
  expect(await find(AUDIT_INTACT, log(200, true), log(328, false))).toMatchObject({ found: 'entry 3' })
  // One that is shorter than it was is another one.
  expect(await find(AUDIT_INTACT, log(400, true), log(399, false))).toMatchObject({ found: 'entry 3' })
})
