import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { createEventBus } from '../../core/events.ts'
import { BOOKS_KEY, type Books, createBookKeeper } from '../evidence/books.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPermitBody } from '../fixtures/build-permit.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { LIVE_ALLOWANCES_KEY } from '../store/chain-keys.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAccountLease } from './account-lease.ts'
import { createSettler, type Settled } from './settlement.ts'
import { readGrantedAllowances } from './settlement-record.ts'

const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const PERMIT: Hex = `0x${'11'.repeat(32)}`
const HASH: Hex = `0x${'22'.repeat(32)}`
const NOW = { wallMs: 1_000_000, chainSeconds: 1_000 }
const RESERVED = 500_000_000n

const receipt = (status: 'success' | 'reverted') =>
  buildReceipt({ status, gasUsed: 100_000n, effectiveGasPrice: 10n ** 9n })

/** A permit that was used up, with 500 USDC reserved and ether at 3000 USD when it is priced at all. */
function useUp({ isEtherPriced = true } = {}) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const policy = buildPolicy({ assets: [buildAsset({ token: NATIVE_TOKEN, symbol: 'ETH' })] })
  const books = createBookKeeper({
    store,
    policy,
    chain: buildChain(),
    secondProvider: undefined,
    witnesses: [],
    clock: { setTimer: () => () => undefined },
    account: ACCOUNT,
  })
  const events = createEventBus()
  const lease = createAccountLease(store)
  lease.claim(3)
  const ended: string[] = []
  const onSettled = ({ state }: Settled) => void ended.push(state)
  const settler = createSettler({ store, policy, book: {}, events, books, lease, onSettled })
  store.insertPermit({
    permitId: PERMIT,
    tool: 'weth_wrap_eth',
    body: '{}',
    simulationHash: HASH,
    issuedWallMs: NOW.wallMs,
    issuedChainSeconds: NOW.chainSeconds,
    ttlSeconds: 60,
    nonce: 3,
  })
  const row = () => {
    const found = store.findPermit(PERMIT)
    if (found === undefined) throw new Error('no permit')
    return found
  }
  const highest = { answer: 3_000n * 10n ** 8n, decimals: 8 }
  const evidence = buildEvidence({
    ...(isEtherPriced ? { prices: { of: () => ({ highest }) } } : {}),
    state: { ...EMPTY_STATE, balances: [10n] },
    balances: [{ token: NATIVE_TOKEN, before: 10n, after: 4n }],
    liveAllowances: [{ token: NATIVE_TOKEN, spender: ACCOUNT, before: 0n, after: 1n }],
  })
  const spend = { outflowUsdc: RESERVED, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: RESERVED }
  settler.consume({ row: row(), body: buildPermitBody() }, evidence, { spend, guarded: false }, NOW)
  const spent = () => store.findLedgerEntry(PERMIT)?.amountUsdc
  const booked = () => {
    const { least } = JSON.parse(store.readMeta(BOOKS_KEY) ?? '') as Books
    return least.map(({ baseUnits }) => baseUnits)
  }
  return { settler, row, spent, booked, lease, store, ended }
}

test('I6: what was mined and reverted costs its gas, rounded up', () => {
  const { settler, row, spent } = useUp()
  const outcome = settler.settle(row(), {
    kind: 'mined',
    receipt: receipt('reverted'),
    transaction: 'action',
    isProven: true,
  })
  expect(outcome).toBe('failed')
  // 100 000 gas at 1 gwei and 3000 USD.
  expect(spent()).toBe(300_000n)
})

test('I6: without a price of gas the whole reservation is spent', () => {
  const { settler, row, spent } = useUp({ isEtherPriced: false })
  settler.settle(row(), {
    kind: 'mined',
    receipt: receipt('reverted'),
    transaction: 'action',
    isProven: true,
  })
  expect(spent()).toBe(RESERVED)
})

test('I6: an action that a reorganisation made happen counts in full, and never less afterwards', () => {
  const { settler, row, spent } = useUp()
  settler.settle(row(), {
    kind: 'mined',
    receipt: receipt('reverted'),
    transaction: 'action',
    isProven: true,
  })
  expect(settler.correct(row(), true)).toEqual({ raisedToUsdc: String(RESERVED) })
  expect(spent()).toBe(RESERVED)
  expect(settler.correct(row(), false)).toEqual({})
  expect(spent()).toBe(RESERVED)
})

test('I6: a permit that was settled is not settled again', () => {
  const { settler, row, spent, ended } = useUp()
  settler.settle(row(), { kind: 'mined', receipt: receipt('success'), transaction: 'action', isProven: true })
  settler.settle(row(), { kind: 'never-sent' })
  expect(ended).toEqual(['committed'])
  expect(spent()).toBe(RESERVED)
  expect(row().state).toBe('committed')
})

test('I53 I55: a failure of which one provider alone knows lowers no spend, and books no more than either outcome left', () => {
  const { settler, row, spent, booked, lease } = useUp()
  const mined = { kind: 'mined', receipt: receipt('reverted'), transaction: 'action' } as const
  expect(settler.settle(row(), { ...mined, isProven: false })).toBe('failed')
  expect([spent(), booked(), lease.next()]).toEqual([RESERVED, ['4'], 4])
})

test('I53: a proven failure leaves what was there, and an action that happened after all what it left', () => {
  const { settler, row, booked } = useUp()
  const mined = { kind: 'mined', receipt: receipt('reverted'), transaction: 'action' } as const
  settler.settle(row(), { ...mined, isProven: true })
  expect(booked()).toEqual(['10'])
  settler.correct(row(), true)
  expect(booked()).toEqual(['4'])
})

test('I6: what another transaction spent at the nonce nobody knows, so that all of it counts', () => {
  const { settler, row, spent } = useUp()
  expect(settler.settle(row(), { kind: 'nonce-taken' })).toBe('failed')
  expect(spent()).toBe(RESERVED)
})

test('I62: the allowances that an action leaves are there for the other chains before it is sent', () => {
  const { store } = useUp()
  expect(store.readMeta(LIVE_ALLOWANCES_KEY)).toContain(ACCOUNT)
})

test('I62: what an action raises of an allowance is kept, with what of it nobody guarded, before it is sent', () => {
  const { store } = useUp()
  const pair = { token: NATIVE_TOKEN, spender: ACCOUNT }
  expect(readGrantedAllowances(store)).toEqual([{ ...pair, baseUnits: '1', unguardedBaseUnits: '1' }])
})

test('I6: what was cancelled failed, and costs the gas of what cancelled it', () => {
  const { settler, row, spent, booked } = useUp()
  const mined = { kind: 'mined', receipt: receipt('success'), transaction: 'cancel', isProven: true } as const
  expect(settler.settle(row(), mined)).toBe('failed')
  expect([spent(), booked()]).toEqual([300_000n, ['10']])
})

test('I55: a failure that is proven releases what it reserved, down to its gas; what was committed releases nothing', () => {
  const failed = useUp()
  const reverted = { kind: 'mined', receipt: receipt('reverted'), transaction: 'action' } as const
  failed.settler.settle(failed.row(), { ...reverted, isProven: false })
  failed.settler.release(failed.row(), receipt('reverted'))
  expect(failed.spent()).toBe(300_000n)

  const committed = useUp()
  committed.settler.settle(committed.row(), { ...reverted, receipt: receipt('success'), isProven: true })
  committed.settler.release(committed.row(), receipt('reverted'))
  expect(committed.spent()).toBe(RESERVED)
})
