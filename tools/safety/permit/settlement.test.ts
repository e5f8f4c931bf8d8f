import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { createEventBus } from '../../core/events.ts'
import { createBookKeeper } from '../evidence/books.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPermitBody } from '../fixtures/build-permit.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createAccountLease } from './account-lease.ts'
import { createSettler } from './settlement.ts'

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
  const settler = createSettler({ store, policy, book: {}, events, books, lease: createAccountLease(store) })
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
  const evidence = buildEvidence(isEtherPriced ? { prices: { of: () => ({ highest }) } } : {})
  const spend = { outflowUsdc: RESERVED, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: RESERVED }
  settler.consume({ row: row(), body: buildPermitBody() }, evidence, { spend, guarded: false }, NOW)
  const spent = () => store.findLedgerEntry(PERMIT)?.amountUsdc
  return { settler, row, spent }
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
  const { settler, row, spent } = useUp()
  settler.settle(row(), { kind: 'mined', receipt: receipt('success'), transaction: 'action', isProven: true })
  settler.settle(row(), { kind: 'never-sent' })
  expect(spent()).toBe(RESERVED)
  expect(row().state).toBe('committed')
})
