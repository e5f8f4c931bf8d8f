import { type Hex, numberToHex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { SimulationEnvironment } from '../../core/chain.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { ToolError } from '../../core/errors.ts'
import { createEventBus } from '../../core/events.ts'
import { collectInterfaces } from '../../core/interfaces.ts'
import type { CallRoute, TransactionPlan } from '../../core/plan.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createCustody } from '../custody/custody.ts'
import { approvalTypedData } from '../custody/owner-approval.ts'
import { BOOKS_KEY } from '../evidence/books.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import { type GuardianRequest, hashGuardianRequest } from '../guardian/guardian.ts'
import { HOOK_ORDER, type Hook, type HookRequest } from '../hooks/hook.ts'
import { createLimitKeeper } from '../policy/limit-keeper.ts'
import { createPhaseKeeper, type PhaseKeeper } from '../policy/phase-keeper.ts'
import { policyVersion } from '../policy/policy.ts'
import { createSafety, type SafetyDeps } from '../safety.ts'
import { CLOCKS_KEY, LIVE_ALLOWANCES_KEY } from '../store/chain-keys.ts'
import { createHaltLatch, type HaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'
import { LEASE_KEY } from './account-lease.ts'
import type { PreviewInput } from './preview-action.ts'

const BOOK: AddressBook = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const PAYMENTS: DecoderIndex = {
  decode: () => ({ ...NO_EFFECT, functionName: 'pay', recipients: [`0x${'0f'.repeat(20)}`] }),
  decodeFormat: () => undefined,
}
const NOTHING: DecoderIndex = {
  decode: () => ({ ...NO_EFFECT, functionName: 'nothing' }),
  decodeFormat: () => undefined,
}
const CALL = { to: ACCOUNT, valueWei: 0n, data: '0x12345678' } as const
const GUARDIAN = privateKeyToAccount(`0x${'12'.repeat(32)}`)
const OWNER = privateKeyToAccount(`0x${'34'.repeat(32)}`)
const KEY = '8f2a559490cc2aaf1fe3b9dd1c7f1b7c0a4c3d5e6f708192a3b4c5d6e7f80912'
const FULL = new ToolError('CHECKPOINT_FAILED', { reason: 'no space' })
const SPEND = { outflowUsdc: 1n, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: 1n }

/** Happens while an action is judged. */
type Meanwhile = (phases: PhaseKeeper, now: { seconds: number }, latch: HaltLatch) => void

const HALT: Meanwhile = (_, at, latch) => latch.trip('a drill', at.seconds * 1_000)

/** A safety layer whose hooks allow everything, but for what its guardian is to sign. */
function open(
  meanwhile: Meanwhile = () => undefined,
  {
    during = 'commit',
    isGuarded = false,
    isSealed = true,
    pays = true,
    plan = {},
  }: {
    during?: 'preview' | 'commit'
    /** At which stages the guardian has to sign; it signs where that is one of them alone. */
    isGuarded?: boolean | 'preview' | 'commit'
    isSealed?: boolean
    /** Whether its calls pay somebody, which is risk. */
    pays?: boolean
    plan?: Partial<TransactionPlan<CallRoute>>
  } = {},
) {
  const at = {
    ...{ seconds: 1_000, aheadSeconds: 0, isDown: false, isPaused: false },
    ...{ foreignTransactions: 0, reverts: false },
  }
  let executed = 0
  const timers: { readonly ms: number; readonly body: () => void }[] = []
  const simulated: Hex[] = []
  const environments: (SimulationEnvironment | undefined)[] = []
  const signatures: (Hex | undefined)[] = []
  const seen: HookRequest[] = []
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const events = createEventBus()
  const mint = createCapabilityMint()
  const guard = createSinkGuard(createSecretMatcher([{ label: 'a key', bytes: Buffer.from(KEY, 'hex') }]))
  const phases = createPhaseKeeper({ store, events, dwellSeconds: 60, initial: 'thriving', nowWallMs: 0 })
  const latch = createHaltLatch(store)
  const chain = buildChain({
    async getBlock() {
      if (at.isDown) throw new Error('503')
      return { number: 5n, timestamp: BigInt(at.seconds), baseFeePerGas: 0n, miner: null, hash: null }
    },
    getTransactionCount: async () => executed + at.foreignTransactions,
    getCode: async () => undefined,
    getBlockNumber: async () => 5n,
    readContract: async ({ functionName }) => functionName === 'paused' && at.isPaused,
    async simulate([call], _, environment) {
      simulated.push(call?.data ?? '0x')
      environments.push(environment)
      return {
        calls: [{ ok: true, returnData: '0x', gasUsed: 1n, logs: [] }],
        before: EMPTY_STATE,
        after: EMPTY_STATE,
      }
    },
  })
  const custody = createCustody(mint, guard)
  custody.setTxExecutor({
    execute: async ({ guardianSignature }) => {
      executed += 1
      signatures.push(guardianSignature)
      return buildReceipt({ status: at.reverts ? 'reverted' : 'success' })
    },
    resend: async () => undefined,
    replace: async () => undefined,
  })
  const hooks = HOOK_ORDER.map(
    (name): Hook => ({
      name,
      async check(request) {
        const { stage } = request
        seen.push(request)
        if (name === 'result-filter' && stage === during) meanwhile(phases, at, latch)
        if (name !== 'spending-limiter') return { kind: 'allow' }
        const guardianDemand = { found: 1n, expected: 0n }
        const isAsked = isGuarded === true || isGuarded === stage
        return { kind: 'allow', spend: SPEND, ...(isAsked ? { guardianDemand } : {}) }
      },
    }),
  )
  let [reviewed, issued] = [0, 0]
  const guardian = {
    async review(request: GuardianRequest) {
      reviewed += 1
      if (isGuarded === true) return { refused: 'it signs nothing' }
      return { signature: await GUARDIAN.sign({ hash: hashGuardianRequest(request) }) }
    },
    pause: async () => ({ refused: 'it pauses nothing' }),
  }
  const policy = buildPolicy({
    owner: ACCOUNT,
    guardian: GUARDIAN.address,
    approver: OWNER.address,
    limits: { perTransactionUsdc: 1n, perDayUsdc: 1n, hotLaneUsdc: 1n },
  })
  const deps: SafetyDeps = {
    store,
    policy,
    book: BOOK,
    chain,
    clock: {
      wallMs: () => (at.seconds + at.aheadSeconds) * 1_000,
      tick: () => 1,
      setTimer(ms, body) {
        timers.push({ ms, body })
        return () => undefined
      },
    },
    ...(isSealed
      ? {}
      : { checkpoints: { advance: async () => undefined, seal: () => Promise.reject(FULL) } }),
    events,
    decoders: pays ? PAYMENTS : NOTHING,
    interfaces: collectInterfaces([], BOOK),
    signatures: [],
    grants: [],
    positions: [],
    witnesses: [],
    hooks,
    phases,
    guard,
    custody,
    secondProvider: undefined,
    latch,
    guardian,
    haltRoutes: [],
    liquidate: undefined,
    unwind: undefined,
    mint,
    consumer: mint,
    account: ACCOUNT,
    operator: ACCOUNT,
    nextId() {
      issued += 1
      return pad(numberToHex(issued))
    },
  }
  const safety = createSafety(deps)
  /** The layer of another process over the same store. */
  const reopen = () => {
    const later = createSafety(deps)
    return { commit: (permitId: Hex) => later.commit(permitId, later.noteAttempt()) }
  }
  const preview = (asked: Partial<PreviewInput<TransactionPlan<CallRoute>>> = {}) =>
    safety.preview({
      attempt: safety.noteAttempt(),
      tool: { name: 'weth_wrap_eth', riskTier: 'layer2', category: 'trading', capability: 'write' },
      actionKind: 'wrap',
      params: {},
      claims: [],
      plan: {
        kind: 'transaction',
        route: 'cage',
        calls: [CALL],
        expectation: { assets: [], allowances: [], positions: [], toleranceBps: 0 },
        ...plan,
      },
      ...asked,
    })
  const foresee = () =>
    safety.view.foresee({ calls: [CALL], tool: { riskTier: 'layer2', category: 'trading' } })
  const commit = (permitId: Hex) => safety.commit(permitId, safety.noteAttempt())
  /** End the time of whatever decision is under way. */
  const expire = () => {
    for (const { ms, body } of timers) if (ms === 30_000) body()
  }
  return {
    ...{ preview, foresee, commit, reopen, store, at, latch, custody, safety, phases, policy },
    ...{ simulated, environments, signatures, seen, expire },
    executed: () => executed,
    reviewed: () => reviewed,
  }
}

const momentOf = ({ seconds }: { seconds: number }) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })

test('default: what nothing changes meanwhile is carried out', async () => {
  const { preview, commit, executed } = open()
  const { permitId, actionClass } = await preview()
  expect(actionClass).toBe('new-position')
  await commit(permitId)
  expect(executed()).toBe(1)
})

test('I29: error: PERMIT_PHASE_CHANGED for a phase that becomes worse while a commit is judged', async () => {
  const { preview, commit, executed } = open((phases, at) => phases.observe('survival', momentOf(at)))
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PERMIT_PHASE_CHANGED' })
  expect(executed()).toBe(0)
})

test('I28: error: PHASE_UNKNOWN for a phase that becomes unknown while a commit is judged', async () => {
  const { preview, commit, store, executed } = open((phases, at) => phases.observe(undefined, momentOf(at)))
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PHASE_UNKNOWN' })
  expect(store.findPermit(permitId)?.state).toBe('pending')
  expect(executed()).toBe(0)
})

test('I14: error: PERMIT_EXPIRED for a permit that lapses while its commit is judged', async () => {
  const { preview, commit, store, at, executed } = open((_, now) => {
    now.seconds += 1
  })
  const { permitId } = await preview()
  at.seconds += 59
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PERMIT_EXPIRED' })
  expect(store.findPermit(permitId)?.state).toBe('expired')
  expect(executed()).toBe(0)
})

test('I46: error: HALTED for a halt that comes while a commit is judged, and nothing is used up', async () => {
  const { preview, commit, store, executed } = open(HALT)
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'HALTED' })
  expect(store.findPermit(permitId)?.state).toBe('cancelled')
  expect(executed()).toBe(0)
})

test('I46: error: HALTED for a halt that comes while a preview is judged, and there is no permit', async () => {
  const { preview, store } = open(HALT, { during: 'preview' })
  await expect(preview()).rejects.toMatchObject({ code: 'HALTED' })
  expect(store.listPermits()).toEqual([])
})

test('I46: behavior: the guardian is not asked about what a halt denies in any case', async () => {
  const { preview, reviewed } = open(HALT, { during: 'preview', isGuarded: true })
  await expect(preview()).rejects.toMatchObject({ code: 'HALTED' })
  expect(reviewed()).toBe(0)
  const allowed = open(undefined, { isGuarded: true })
  await expect(allowed.preview()).rejects.toMatchObject({ code: 'GUARDIAN_REFUSED' })
  expect(allowed.reviewed()).toBe(1)
})

test('I46: error: HALTED for what begins after a halt, whether or not the chain answers', async () => {
  const { preview, commit, at, latch } = open()
  const { permitId } = await preview()
  latch.trip('a drill', 1_000_000)
  at.isDown = true
  await expect(preview()).rejects.toMatchObject({ code: 'HALTED' })
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'HALTED' })
})

test('I46: behavior: what is foreseen after a halt says that it is denied', async () => {
  const { foresee, latch } = open()
  expect((await foresee()).denials).toEqual([])
  latch.trip('a drill', 1_000_000)
  expect((await foresee()).denials).toMatchObject([{ layer: 'halt', code: 'HALTED' }])
})

test('I49: what could not be sealed was never sent, and reserves nothing any more', async () => {
  const { preview, commit, store, executed } = open(undefined, { isSealed: false })
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'CHECKPOINT_FAILED' })
  expect(store.findPermit(permitId)?.state).toBe('failed')
  expect(store.findLedgerEntry(permitId)).toMatchObject({ state: 'spent', amountUsdc: 0n })
  expect(executed()).toBe(0)
})

test('I13: error: WALLET_NOT_CONFIGURED where nobody signs, and nothing is used up', async () => {
  const { preview, commit, store, custody } = open()
  const { permitId } = await preview()
  custody.resetTxExecutor()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'WALLET_NOT_CONFIGURED' })
  expect(store.findPermit(permitId)?.state).toBe('pending')
  expect(store.findLedgerEntry(permitId)).toBeUndefined()
})

test('I3: what the guardian did not sign counts as unguarded, and what it signed at the commit does not', async () => {
  const alone = open()
  const first = await alone.preview()
  await alone.commit(first.permitId)
  expect(alone.store.findLedgerEntry(first.permitId)).toMatchObject({ guarded: false, amountUsdc: 1n })

  const { preview, commit, store, simulated, executed } = open(undefined, { isGuarded: 'commit' })
  const { permitId } = await preview()
  await commit(permitId)
  expect(store.findLedgerEntry(permitId)).toMatchObject({ guarded: true })
  // Its preview, the commit, and again with the signature in the bytes.
  expect(simulated).toHaveLength(3)
  expect(simulated[2]).not.toBe(simulated[1])
  expect(executed()).toBe(1)
})

test.each([
  'preview',
  'commit',
] as const)('I14: error: CHAIN_TIMEOUT for a %s that takes too long, and nothing of it is durable', async (during) => {
  const { preview, commit, store, safety, expire, executed } = open(() => expire(), { during })
  const asked = preview()
  const permitId = during === 'preview' ? undefined : (await asked).permitId
  const decided = permitId === undefined ? asked : commit(permitId)
  await expect(decided).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  // What is still under way comes to an end before this begins.
  await safety.reconcile()
  expect(store.listPermits().map(({ state }) => state)).toEqual(permitId === undefined ? [] : ['pending'])
  expect(executed()).toBe(0)
})

test('I13: a part of what the schedule keeps is used by the permit that is committed for it, once', async () => {
  const entryId: Hex = pad('0x99')
  const { preview, commit, store } = open(undefined, { plan: { part: { entryId, part: 2 } } })
  store.insertPermit(buildPermitRow({ permitId: entryId }))
  store.addEntry({ entryId, port: 'schedule', kind: 'dca', body: {} })
  const first = await preview()
  await commit(first.permitId)
  expect(store.findEntry('schedule', entryId)?.uses).toEqual({ 2: first.permitId })
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'LOCAL_PART_USED' })
  expect(store.findPermit(permitId)?.state).toBe('pending')
  expect(store.findLedgerEntry(permitId)).toBeUndefined()
})

test('I14: error: PERMIT_CLOCKS_DIVERGED for a wall clock that is off, which raises no mark', async () => {
  const { preview, commit, store, at, policy } = open()
  const { permitId } = await preview()
  at.aheadSeconds = policy.maxClockSkewSeconds + 1
  await expect(preview()).rejects.toMatchObject({ code: 'PERMIT_CLOCKS_DIVERGED' })
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PERMIT_CLOCKS_DIVERGED' })
  at.aheadSeconds = 0
  await commit(permitId)
  expect(store.findPermit(permitId)?.state).toBe('committed')
})

test('I12 I14: what is permitted and used up moves the durable mark, though its attempt was one too many to be kept', async () => {
  const { preview, safety, store, at } = open()
  const attempt = { countInTick: 1, isOver: true, date: () => undefined }
  const kept = () => JSON.parse(store.readMeta(CLOCKS_KEY) ?? '{}')
  const { permitId } = await preview({ attempt })
  expect(kept()).toEqual(momentOf(at))
  at.seconds += 10
  await safety.commit(permitId, attempt)
  expect(kept()).toEqual(momentOf(at))
})

test('I19: error: PERMIT_POLICY_CHANGED once the owner set other limits', async () => {
  const { preview, commit, store, policy, executed } = open()
  const { permitId } = await preview()
  createLimitKeeper(store, policy.limits, policyVersion(policy)).set({ ...policy.limits, hotLaneUsdc: 0n })
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PERMIT_POLICY_CHANGED' })
  expect(executed()).toBe(0)
})

test('I24 I26 I42 I43 I53: error: what every layer beside the hooks denies of a preview', async () => {
  const { preview, store, phases, safety, simulated, at } = open()
  const data = `0x12345678${KEY}` as const
  const expectation = { assets: [], allowances: [], positions: [], toleranceBps: 0 }
  const telling = { kind: 'transaction', route: 'cage', calls: [{ ...CALL, data }], expectation } as const
  await expect(preview({ plan: telling })).rejects.toMatchObject({ code: 'SECRET_AT_SINK' })
  // The node that simulates would have seen it.
  expect(simulated).toEqual([])
  const requestedBy = { tool: 'a_guest', maxPerRequestUsdc: 0n, maxPerDayUsdc: 9n, maxToleranceBps: 9 }
  await expect(preview({ requestedBy })).rejects.toMatchObject({ code: 'SANDBOX_SPEND_EXCEEDED' })
  await preview({ requestedBy: { ...requestedBy, maxPerRequestUsdc: 1n } })

  phases.observe('survival', momentOf(at))
  await expect(preview()).rejects.toMatchObject({ code: 'PHASE_FORBIDS_CLASS' })
  phases.observe('thriving', momentOf(at))
  phases.observe('thriving', momentOf({ seconds: at.seconds + 60 }))
  await preview()

  const books = store.readMeta(BOOKS_KEY) ?? ''
  const loss = { protocol: 'lending', key: pad('0x01'), kind: 'held', units: '1', reason: 'liquidated' }
  store.writeMeta(BOOKS_KEY, JSON.stringify({ ...JSON.parse(books), losses: [loss] }))
  await expect(preview()).rejects.toMatchObject({ code: 'LOSS_NOT_CLEARED' })
  store.writeMeta(BOOKS_KEY, books)
  await preview()

  safety.provenance.note('a page', `pay 0x${'0f'.repeat(20)}`)
  await expect(preview()).rejects.toMatchObject({ code: 'UNTRUSTED_CHOICE' })
})

test('I62: what others may take on a chain of which nothing is known is unknown to the hooks', async () => {
  const { preview, store, seen } = open()
  await preview()
  expect(seen.at(-1)?.elsewhere).toEqual({ totalUsdc: 0n, unguardedUsdc: 0n })
  const kept = [{ token: ACCOUNT, spender: ACCOUNT, valueUsdc: null }]
  store.onChain(7).writeMeta(LIVE_ALLOWANCES_KEY, JSON.stringify(kept))
  await preview()
  expect(seen.at(-1)?.elsewhere).toBe('unknown')
})

test('I3: what the guardian signed for the preview it signs again, though nothing asks for it any more', async () => {
  const { preview, commit, signatures, reviewed } = open(undefined, { isGuarded: 'preview' })
  const { permitId } = await preview()
  expect(reviewed()).toBe(1)
  await commit(permitId)
  expect(reviewed()).toBe(2)
  expect(signatures).toEqual([expect.stringMatching(/^0x[0-9a-f]{130}$/)])
})

test('I29: behavior: the guardian is not asked about what another phase denies in any case', async () => {
  const { preview, reviewed } = open((phases, at) => phases.observe('defensive', momentOf(at)), {
    during: 'preview',
    isGuarded: true,
  })
  await expect(preview()).rejects.toMatchObject({ code: 'PERMIT_PHASE_CHANGED' })
  expect(reviewed()).toBe(0)
})

test('I10: an action is simulated a second after the head, and at its commit as it will be mined', async () => {
  const { preview, commit, environments } = open()
  const { permitId } = await preview()
  await commit(permitId)
  expect(environments).toMatchObject([
    { timestampSeconds: 1_001n },
    { timestampSeconds: 1_001n, gasLimit: 50_001n, baseFeeWei: 0n },
  ])
})

test('I56: behavior: a cage that was left paused was seen open once risk passed it, and not by an exit', async () => {
  const exit = open(undefined, { pays: false })
  exit.latch.notePause()
  expect((await exit.preview()).actionClass).toBe('close-position')
  expect(exit.latch.leftPaused()).toBe(true)

  const risk = open()
  risk.latch.notePause()
  await risk.preview()
  expect(risk.latch.leftPaused()).toBe(false)
})

test('I46 I56: error: PAUSE_UNEXPLAINED for a cage that was paused before a permit of an earlier process is committed', async () => {
  const { preview, reopen, at, executed } = open()
  const { permitId } = await preview()
  at.isPaused = true
  const { commit } = reopen()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'PAUSE_UNEXPLAINED' })
  expect(executed()).toBe(0)
})

test('I46 I56: error: PAUSE_UNEXPLAINED for a cage that is paused, where the store says nothing of it', async () => {
  const { preview, store, at, latch } = open()
  store.writeMeta(LEASE_KEY, '0')
  at.isPaused = true
  await expect(preview()).rejects.toMatchObject({ code: 'PAUSE_UNEXPLAINED' })
  expect(latch.read()).toBeDefined()
  expect(store.listPermits()).toEqual([])
})

test('I13: what another signer did under the nonce of a permit halts, and its commit sends nothing', async () => {
  const { preview, commit, at, latch, executed } = open()
  const { permitId } = await preview()
  at.foreignTransactions = 1
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'ACCOUNT_FENCED' })
  expect(latch.read()?.reason).toContain('1')
  expect(executed()).toBe(0)
})

test('I6: error: TRANSACTION_REVERTED once a reverted action is settled', async () => {
  const { preview, commit, at, store } = open()
  at.reverts = true
  const { permitId } = await preview()
  await expect(commit(permitId)).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' })
  expect(store.findPermit(permitId)?.state).toBe('failed')
})

test('I24: an approval of the owner is held against the action, and used up with the permit', async () => {
  const { preview, commit, safety, executed } = open(undefined, { pays: false, plan: { route: 'owner' } })
  const action = { tool: 'weth_wrap_eth', params: {}, plan: { calls: [CALL] } }
  const message = safety.describeApproval(action, { nonce: 1n, deadlineSeconds: 1_050n })
  const sign = (by: typeof OWNER) => by.signTypedData(approvalTypedData(ACCOUNT, message))
  const approval = { ...message, signature: await sign(OWNER) }
  const foreign = { ...message, signature: await sign(GUARDIAN) }
  await expect(preview({ approval: foreign })).rejects.toMatchObject({ code: 'APPROVAL_NOT_SIGNED' })
  const [{ permitId }, other] = [await preview({ approval }), await preview({ approval })]
  await commit(permitId)
  await expect(commit(other.permitId)).rejects.toMatchObject({ code: 'APPROVAL_USED' })
  await expect(preview({ approval })).rejects.toMatchObject({ code: 'APPROVAL_USED' })
  expect(executed()).toBe(1)
})

test('I14: what is one attempt too many and denied leaves the durable mark as it is', async () => {
  let isDenied = false
  const { preview, at, store, safety } = open(
    () => {
      if (isDenied) throw new Error('denied')
    },
    { during: 'preview' },
  )
  await preview()
  const mark = store.readMeta(CLOCKS_KEY)
  at.seconds += 10
  isDenied = true
  const attempt = { ...safety.noteAttempt(), isOver: true }
  await expect(preview({ attempt })).rejects.toMatchObject({ code: 'HOOK_FAILED' })
  expect(store.readMeta(CLOCKS_KEY)).toBe(mark)
  await expect(preview()).rejects.toMatchObject({ code: 'HOOK_FAILED' })
  expect(store.readMeta(CLOCKS_KEY)).not.toBe(mark)
})
