import { type Hex, TransactionReceiptNotFoundError } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import { createEventBus } from '../../core/events.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createCustody } from '../custody/custody.ts'
import { createBookKeeper } from '../evidence/books.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'
import { createAccountLease } from './account-lease.ts'
import { serialiseBody } from './permit.ts'
import { createRecovery } from './recovery.ts'
import { createSettler } from './settlement.ts'

const word = (digit: string): Hex => `0x${digit.repeat(64)}`
const ACCOUNT = `0x${'aa'.repeat(20)}` as const
const [FIRST, SECOND] = [word('1'), word('2')]
/** Block 10 as the store knows it, and block 11 that a reorganisation brought. */
const [OLD, NEW] = [word('b'), word('e')]

/** Two committed permits of block 10, with recovery over what the providers say. */
function commitTwo(chain: ChainReader, secondProvider?: ChainReader) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const policy = buildPolicy()
  for (const [permitId, nonce] of [
    [FIRST, 1],
    [SECOND, 2],
  ] as const) {
    store.insertPermit(buildPermitRow({ permitId, nonce, body: serialiseBody(buildPermitBody()) }))
    store.movePermit(permitId, 'pending', 'committing')
    store.saveTransaction(permitId, '0x02', permitId)
    store.movePermit(permitId, 'committing', 'committed')
    store.saveBlock(permitId, { number: 10, hash: OLD })
  }
  const clock = { setTimer: () => () => undefined, tick: () => 1 }
  const books = createBookKeeper({
    store,
    policy,
    chain,
    secondProvider,
    witnesses: [],
    clock,
    account: ACCOUNT,
  })
  const lease = createAccountLease(store)
  const mint = createCapabilityMint()
  const recovery = createRecovery({
    store,
    chain,
    secondProvider,
    clock,
    custody: createCustody(mint, createSinkGuard(createSecretMatcher([]))),
    mint,
    settler: createSettler({ store, policy, book: {}, events: createEventBus(), books, lease }),
    sender: ACCOUNT,
    isHalted: () => false,
    mostFeeWei: 1n,
    local: { readReceipt: () => undefined },
  })
  return { store, recovery }
}

/** A node at a head that has both transactions in block 10, or in the blocks that it says. */
const nodeAt = (
  number: bigint,
  readReceipt = (hash: Hex) => buildReceipt({ transactionHash: hash, blockNumber: 10n, blockHash: OLD }),
) =>
  buildChain({
    getBlock: async () => ({ number, timestamp: 1_000n, baseFeePerGas: 1n, miner: null, hash: null }),
    getTransactionCount: async () => 3,
    getTransactionReceipt: async ({ hash }) => readReceipt(hash),
  })

test('I52: what was found of one permit is told although the chain says nothing of the next', async () => {
  const moved = (hash: Hex) => {
    if (hash === SECOND) throw new Error('503')
    return buildReceipt({ transactionHash: hash, blockNumber: 11n, blockHash: NEW })
  }
  const { recovery } = commitTwo(nodeAt(12n, moved))
  expect(await recovery.reconcile()).toMatchObject([
    { permitId: FIRST, found: 'moved', happened: true },
    {
      permitId: SECOND,
      found: 'unknown',
      cause: expect.objectContaining({ message: expect.stringContaining('503') }),
    },
  ])
})

test('I52: what was found is found again until it was judged, and then is durable', async () => {
  const moved = (hash: Hex) => buildReceipt({ transactionHash: hash, blockNumber: 11n, blockHash: NEW })
  const { store, recovery } = commitTwo(nodeAt(12n, moved))
  await recovery.reconcile()
  expect(store.findPermit(FIRST)).toMatchObject({ blockNumber: 10, blockHash: OLD })
  const found = await recovery.reconcile()
  expect(found).toMatchObject([
    { permitId: FIRST, found: 'moved' },
    { permitId: SECOND, found: 'moved' },
  ])
  found.map(recovery.noteJudged)
  expect(store.findPermit(FIRST)).toMatchObject({ blockNumber: 11, blockHash: NEW })
  expect(await recovery.reconcile()).toEqual([])
})

test('I55: what one node alone says of the head makes nothing final', async () => {
  for (const [first, second] of [
    [1_000n, 21n],
    [21n, 1_000n],
  ] as const) {
    const { store, recovery } = commitTwo(nodeAt(first), nodeAt(second))
    expect(await recovery.reconcile()).toEqual([])
    expect(store.listUnfinal()).toHaveLength(2)
  }
})

test('I55: what one node alone says of the place of a block makes what it holds no more final', async () => {
  const buried = (hash: Hex) => buildReceipt({ transactionHash: hash, blockNumber: 1n, blockHash: OLD })
  for (const readers of [
    [buried, undefined],
    [undefined, buried],
  ] as const) {
    const [first, second] = readers.map((read) => nodeAt(21n, read)) as [ChainReader, ChainReader]
    const { store, recovery } = commitTwo(first, second)
    for (const found of await recovery.reconcile()) {
      expect(found).toMatchObject({ found: 'unknown', cause: { code: 'PROVIDERS_DISAGREE' } })
      recovery.noteJudged(found)
    }
    expect(store.listUnfinal()).toHaveLength(2)
  }
})

test('default: twelve blocks on top of its own a transaction is final', async () => {
  const { store, recovery } = commitTwo(nodeAt(22n))
  const found = await recovery.reconcile()
  expect(found).toMatchObject([{ found: 'final' }, { found: 'final' }])
  expect(store.listUnfinal()).toHaveLength(2)
  found.map(recovery.noteJudged)
  expect(store.listUnfinal()).toEqual([])
})

test.each([
  ['reverted', 'failed', 300_000n],
  ['success', 'committed', 500_000_000n],
  // A reorganisation made it happen after all.
  ['success', 'failed', 500_000_000n],
] as const)('I6 I55: what is final and %s counts for what it cost, its permit %s', async (status, state, expectedUsdc) => {
  const read = (hash: Hex) =>
    buildReceipt({
      ...{ transactionHash: hash, blockNumber: 10n, blockHash: OLD, status },
      ...{ gasUsed: 100_000n, effectiveGasPrice: 10n ** 9n },
    })
  const { store, recovery } = commitTwo(nodeAt(22n, read))
  const settlement = { reservedUsdc: '500000000', usdcPerEther: '3000000000' }
  store.saveSettlement(FIRST, JSON.stringify(settlement))
  store.reserve({ permitId: FIRST, amountUsdc: 500_000_000n, guarded: false, wallMs: 1, chainSeconds: 1 })
  store.settle(FIRST, 500_000_000n)
  store.movePermit(FIRST, 'committed', state)
  for (const found of await recovery.reconcile()) recovery.noteJudged(found)
  expect(store.findLedgerEntry(FIRST)?.amountUsdc).toBe(expectedUsdc)
})

test('I52: another block of the same number is another block', async () => {
  const moved = (hash: Hex) => buildReceipt({ transactionHash: hash, blockNumber: 10n, blockHash: NEW })
  const { store, recovery } = commitTwo(nodeAt(22n, moved))
  for (const found of await recovery.reconcile()) {
    expect(found).toMatchObject({ found: 'moved', happened: true })
    recovery.noteJudged(found)
  }
  expect(store.findPermit(FIRST)).toMatchObject({ blockNumber: 10, blockHash: NEW })
})

test('I52: an action in whose place nothing at all was mined did not happen', async () => {
  const CANCEL = word('c')
  const cancelled = (hash: Hex) => {
    if (hash !== CANCEL) throw new TransactionReceiptNotFoundError({ hash })
    return buildReceipt({ transactionHash: hash, blockNumber: 11n, blockHash: NEW })
  }
  const { store, recovery } = commitTwo(nodeAt(12n, cancelled))
  store.saveReplacement(FIRST, { kind: 'cancel', raw: '0x02', hash: CANCEL })
  store.saveBlock(SECOND, null)
  expect(await recovery.reconcile()).toMatchObject([{ permitId: FIRST, found: 'moved', happened: false }])
})

test('I6 I52: what happened after all counts for all that was reserved', async () => {
  const moved = (hash: Hex) => buildReceipt({ transactionHash: hash, blockNumber: 11n, blockHash: NEW })
  const { store, recovery } = commitTwo(nodeAt(12n, moved))
  const books = { blockNumber: '0', least: [] }
  const settlement = { reservedUsdc: '500000000', booksBefore: books, booksAfter: books }
  store.saveSettlement(FIRST, JSON.stringify(settlement))
  store.reserve({ permitId: FIRST, amountUsdc: 500_000_000n, guarded: false, wallMs: 1, chainSeconds: 1 })
  store.settle(FIRST, 300_000n)
  store.movePermit(FIRST, 'committed', 'failed')
  for (const found of await recovery.reconcile()) recovery.noteJudged(found)
  expect(store.findLedgerEntry(FIRST)?.amountUsdc).toBe(500_000_000n)
})

test('I49: a store that fails is no answer of the chain', async () => {
  const { store, recovery } = commitTwo(nodeAt(22n))
  const failure = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR' })
  store.listTransactions = () => {
    throw failure
  }
  await expect(recovery.reconcile()).rejects.toBe(failure)
})
