import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { planSignature, type TypedData } from '../../core/plan.ts'
import { sha256Text } from '../../core/sha256.ts'
import { verifyAuditLog } from '../audit/verify-audit-log.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createCustody } from '../custody/custody.ts'
import { createBookKeeper } from '../evidence/books.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPermitBody } from '../fixtures/build-permit.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { verifyLedger } from '../store/verify-ledger.ts'
import { verifyPermits } from '../store/verify-permits.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'
import { createAccountLease } from './account-lease.ts'
import { serialiseBody } from './permit.ts'
import { createRecovery } from './recovery.ts'
import { createSettler, type ExecutionOutcome } from './settlement.ts'

const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const PERMIT: Hex = `0x${'11'.repeat(32)}`
const SIMULATION: Hex = `0x${'22'.repeat(32)}`
const NOW = { wallMs: 1_000_000, chainSeconds: 1_000 }
const UNTIL = 200_000
/** Long after the window of a day. */
const LATER = { wallMs: 500_000_000, chainSeconds: 500_000 }

const typedData: TypedData = {
  domain: { chainId: 1 },
  types: { Mail: [{ name: 'value', type: 'uint256' }] },
  primaryType: 'Mail',
  message: { value: '7' },
}
const BODY = buildPermitBody({
  tool: 'permit2_sign_permit',
  actionKind: 'sign-permit',
  plan: planSignature(typedData),
})

/** A store in which the permit of a signature, or of another body, was used up, and nothing more. */
function useUp({ text = serialiseBody(BODY) } = {}) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  // Nothing of the chain may be asked: whether a signature got out does not show there.
  const chain = buildChain()
  const policy = buildPolicy()
  const books = createBookKeeper({
    store,
    policy,
    chain,
    secondProvider: undefined,
    witnesses: [],
    clock: { setTimer: () => () => {} },
    account: ACCOUNT,
  })
  const lease = createAccountLease(store)
  const settler = createSettler({ store, policy, book: {}, events: createEventBus(), books, lease })
  store.insertPermit({
    permitId: PERMIT,
    tool: BODY.tool,
    body: text,
    simulationHash: SIMULATION,
    issuedWallMs: NOW.wallMs,
    issuedChainSeconds: NOW.chainSeconds,
    ttlSeconds: 60,
    nonce: 3,
  })
  const bodyHash = sha256Text(text)
  store.appendAudit('permit', { permitId: PERMIT, to: 'pending', simulationHash: SIMULATION, bodyHash })
  const row = () => {
    const found = store.findPermit(PERMIT)
    if (found === undefined) throw new Error('no permit')
    return found
  }
  const evidence = buildEvidence({
    signed: {
      authorities: [{ recipients: [], token: ACCOUNT, amountBaseUnits: 50n, untilSeconds: 200_000n }],
    },
  })
  const spend = { outflowUsdc: 0n, allowanceUsdc: 50n, gasUsdc: 0n, totalUsdc: 50n }
  settler.consume({ row: row(), body: BODY }, evidence, { spend, guarded: false }, NOW)
  const mint = createCapabilityMint()
  const recovery = createRecovery({
    store,
    chain,
    secondProvider: undefined,
    clock: { setTimer: () => () => undefined, tick: () => 1 },
    custody: createCustody(mint, createSinkGuard(createSecretMatcher([]))),
    mint,
    settler,
    sender: ACCOUNT,
    isHalted: () => false,
    mostFeeWei: 1_000_000_000_000n,
    local: { readReceipt: () => undefined },
  })
  /** All that opening a store in a file holds against its log. */
  const verify = async () => {
    const entries = store.readAudit(1, 100)
    return [
      ...(await verifyAuditLog({ entries, permits: store.listPermits() })),
      ...verifyLedger(entries, store.ledgerAfter({ wallMs: -1, chainSeconds: -1 })),
    ]
  }
  return {
    store,
    recovery,
    settle: (executionOutcome: ExecutionOutcome) => settler.settle(row(), executionOutcome),
    row,
    verify,
  }
}

test('I6 I7: a signature that a crash cut off counts in full until it lapses', async () => {
  const { store, recovery, row, verify } = useUp()
  expect(await recovery.recover()).toEqual([{ permitId: PERMIT, step: 'failed' }])
  expect(row().state).toBe('failed')
  expect(store.ledgerAfter(LATER, UNTIL)).toMatchObject([{ state: 'spent', amountUsdc: 50n }])
  expect(store.ledgerAfter(LATER, UNTIL + 1)).toEqual([])
  expect(store.readAudit(1, 100).findLast(({ kind }) => kind === 'permit')?.body).toContain(
    'nobody knows whether a signature got out',
  )
  expect(await verify()).toEqual([])
  expect(await recovery.recover()).toEqual([])
})

test('I49: a committed permit without a transaction is right only when the log says what was signed', async () => {
  const signed = useUp()
  expect(signed.settle({ kind: 'signed', signature: '0x1234' })).toBe('committed')
  expect(signed.store.ledgerAfter(LATER, UNTIL)).toMatchObject([{ state: 'spent', amountUsdc: 50n }])
  expect(await signed.verify()).toEqual([])

  const silent = useUp()
  silent.store.movePermit(PERMIT, 'committing', 'committed')
  silent.store.appendAudit('permit', { permitId: PERMIT, from: 'committing', to: 'committed', note: {} })
  expect(await silent.verify()).toMatchObject([{ kind: 'transaction-differs' }])
})

test('I16 I50: one flipped bit in a stored permit is found', () => {
  const { store, row } = useUp()
  const body = row().body.replace('1060n', '1061n')
  expect(body).not.toBe(row().body)
  expect(verifyPermits(store.readAudit(1, 100), [{ ...row(), body }])).toMatchObject([
    { kind: 'permit-body-differs', where: `permit ${PERMIT}` },
  ])
})

test.each([
  ['what cannot be read may have been a signature, and counts in full', '{', 50n],
  ['calls that were never signed count for nothing', serialiseBody(buildPermitBody()), 0n],
])('I6: after a crash %s', async (_, text, amountUsdc) => {
  const { store, recovery, row } = useUp({ text })
  expect(await recovery.recover()).toEqual([{ permitId: PERMIT, step: 'failed' }])
  expect(row().state).toBe('failed')
  expect(store.findLedgerEntry(PERMIT)).toMatchObject({ state: 'spent', amountUsdc })
})

test('I12 I51: a disk that fails while something is settled is no answer of the chain', async () => {
  const { store, recovery, row } = useUp()
  const failure = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  const { settle } = store
  Object.assign(store, {
    settle() {
      throw failure
    },
  })
  await expect(recovery.recover()).rejects.toBe(failure)
  expect(row().state).toBe('committing')
  Object.assign(store, { settle })
  expect(await recovery.recover()).toEqual([{ permitId: PERMIT, step: 'failed' }])
})
