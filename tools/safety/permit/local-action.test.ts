import { expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { createEventBus } from '../../core/events.ts'
import { collectInterfaces } from '../../core/interfaces.ts'
import { type LocalPlan, planLocal } from '../../core/plan.ts'
import type { RequestedBy } from '../../core/request-bounds.ts'
import type { Checkpointer } from '../audit/checkpointer.ts'
import { createCapabilityMint } from '../custody/capability.ts'
import { createCustody } from '../custody/custody.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { createHooks } from '../hooks/index.ts'
import { createLimitKeeper } from '../policy/limit-keeper.ts'
import { createPhaseKeeper, type PhaseKeeper } from '../policy/phase-keeper.ts'
import { policyVersion } from '../policy/policy.ts'
import { createSafety } from '../safety.ts'
import { createHaltLatch, type HaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { verifyLedger } from '../store/verify-ledger.ts'
import { verifyPermits } from '../store/verify-permits.ts'
import { createSecretMatcher } from '../taint/secrets.ts'
import { createSinkGuard } from '../taint/sink-guard.ts'

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const BOOK = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const TOOL = { name: 'agg_keep', riskTier: 'layer2', category: 'trading', capability: 'write' } as const
const KEEP = { kind: 'note', body: { text: 'hello' } }
const ATTEMPT = { countInTick: 1, isOver: false, date: () => undefined }
const SECRET = 'correct horse battery staple of the owner'

/** What may change while hooks judge. */
interface Meanwhile {
  readonly latch: HaltLatch
  readonly phases: PhaseKeeper
  advance(seconds: number): void
}

/** A safety layer whose node tells the time and nothing else; what happens meanwhile happens while its hooks judge. */
function openSafety({
  maxCalls = 10,
  meanwhile = (_: Meanwhile): void => undefined,
  checkpoints = undefined as Checkpointer | undefined,
} = {}) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const events = createEventBus()
  const mint = createCapabilityMint()
  const policy = buildPolicy({ owner: ACCOUNT, rateLimit: { maxCalls, windowSeconds: 60 } })
  const secrets = createSecretMatcher([
    { label: 'a phrase', taint: 'OwnerSecret', bytes: Buffer.from(SECRET), isText: true },
  ])
  const guard = createSinkGuard(secrets)
  const latch = createHaltLatch(store)
  let time = 1_000
  let aheadSeconds = 0
  let isDown = false
  let ids = 0
  const timers: { readonly ms: number; readonly body: () => void }[] = []
  const advance = (seconds: number) => {
    time += seconds
  }
  const phases = createPhaseKeeper({
    store,
    events,
    dwellSeconds: 60,
    initial: 'thriving',
    nowWallMs: 1_000_000,
  })
  const safety = createSafety({
    store,
    policy,
    book: BOOK,
    chain: buildChain({
      async getBlock() {
        if (isDown) throw new Error('503')
        return { timestamp: BigInt(time), baseFeePerGas: 0n }
      },
    }),
    clock: {
      wallMs: () => (time + aheadSeconds) * 1_000,
      tick: () => 1,
      setTimer(ms, body) {
        timers.push({ ms, body })
        return () => undefined
      },
    },
    events,
    decoders: { decode: () => undefined, decodeFormat: () => undefined },
    interfaces: collectInterfaces([], BOOK),
    signatures: [],
    grants: [],
    positions: [],
    witnesses: [],
    hooks: createHooks({
      resultFilter(result) {
        meanwhile({ latch, phases, advance })
        return result
      },
    }),
    phases,
    guard,
    custody: createCustody(mint, guard),
    secondProvider: undefined,
    latch,
    haltRoutes: [],
    liquidate: undefined,
    unwind: undefined,
    mint,
    consumer: mint,
    account: ACCOUNT,
    operator: ACCOUNT,
    ...(checkpoints ? { checkpoints } : {}),
    nextId: () => `0x${(++ids).toString(16).padStart(64, '0')}`,
  })
  const preview = (
    plan: LocalPlan,
    riskTier: 'layer2' | 'layer3' = 'layer2',
    requestedBy: RequestedBy | undefined = undefined,
  ) => {
    const attempt = safety.noteAttempt()
    return safety.preview({
      attempt,
      tool: { ...TOOL, riskTier },
      actionKind: 'keep',
      params: {},
      claims: [],
      plan,
      ...(requestedBy ? { requestedBy } : {}),
    })
  }
  const verify = () => {
    const entries = store.readAudit(1, 1_000)
    return [
      ...verifyPermits(entries, store.listPermits()),
      ...verifyLedger(entries, store.ledgerAfter({ wallMs: -1, chainSeconds: -1 })),
    ]
  }
  return {
    safety,
    store,
    policy,
    phases,
    latch,
    preview,
    verify,
    advance,
    lose() {
      isDown = true
    },
    /** Set the wall clock ahead of the chain. */
    skew(seconds: number) {
      aheadSeconds = seconds
    },
    /** End the time of whatever decision is under way. */
    expire() {
      for (const { ms, body } of timers) if (ms === 30_000) body()
    },
  }
}

const plan = (receipt: LocalPlan['receipt'] = KEEP) => planLocal('schedule', 'keep', KEEP, receipt)

test('default: is permitted, kept once, read back and audited; nothing is spent or simulated', async () => {
  const { safety, store, preview, verify } = openSafety()
  const { permitId, spend, actionClass } = await preview(plan())
  expect([spend.totalUsdc, actionClass]).toEqual([0n, 'close-position'])
  expect(store.listEntries('schedule')).toEqual([])
  const committed = await safety.commit(permitId, ATTEMPT)
  expect(committed).toMatchObject({ kept: { ...KEEP, entryId: permitId, state: 'open' } })
  expect(store.listEntries('schedule')).toHaveLength(1)
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_NOT_PENDING' })
  expect(store.findPermit(permitId)?.state).toBe('committed')
  expect(store.findLedgerEntry(permitId)).toBeUndefined()
  expect(verify()).toEqual([])
})

test('I15: behavior: text that reads like a number of the store is kept as it was previewed', async () => {
  const { safety, store, preview } = openSafety()
  const kept = { kind: 'note', body: { text: '12n' } }
  const { permitId } = await preview(planLocal('schedule', 'keep', kept, kept))
  await safety.commit(permitId, ATTEMPT)
  expect(store.findEntry('schedule', permitId)).toMatchObject(kept)
})

test('I51: error: LOCAL_RECEIPT_DIFFERS, and the permit ends by what the port has', async () => {
  const { safety, store, preview, verify } = openSafety()
  const { permitId } = await preview(plan({ state: 'ended' }))
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'LOCAL_RECEIPT_DIFFERS' })
  expect(store.findPermit(permitId)?.state).toBe('committed')
  expect(store.findEntry('schedule', permitId)).toMatchObject(KEEP)
  expect(verify()).toEqual([])
})

test('error: what the port refuses leaves a failed permit', async () => {
  const { safety, store, preview, verify } = openSafety()
  const { permitId } = await preview(planLocal('schedule', 'end', { entryId: ACCOUNT }, {}))
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'LOCAL_ENTRY_NOT_OPEN' })
  expect(store.findPermit(permitId)?.state).toBe('failed')
  expect(verify()).toEqual([])
})

test('error: RATE_LIMITED, PHASE_FORBIDS_RISK, SECRET_AT_SINK, HALTED, PERMIT_EXPIRED, PERMIT_PHASE_CHANGED', async () => {
  const limited = openSafety({ maxCalls: 1 })
  await limited.preview(plan())
  await expect(limited.preview(plan())).rejects.toMatchObject({ code: 'RATE_LIMITED' })

  const { safety, phases, latch, preview, advance } = openSafety()
  const told = planLocal('schedule', 'keep', { ...KEEP, body: { text: SECRET } }, {})
  await expect(preview(told)).rejects.toMatchObject({ code: 'SECRET_AT_SINK' })
  const late = await preview(plan())
  advance(60)
  await expect(safety.commit(late.permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_EXPIRED' })
  const early = await preview(plan())
  phases.observe('defensive', { wallMs: 1_060_000, chainSeconds: 1_060 })
  await expect(safety.commit(early.permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_PHASE_CHANGED' })
  await expect(preview(plan(), 'layer3')).rejects.toMatchObject({ code: 'PHASE_FORBIDS_RISK' })
  const open = await preview(plan())
  latch.trip('a drill', 1_060_000)
  await expect(safety.commit(open.permitId, ATTEMPT)).rejects.toMatchObject({ code: 'HALTED' })
  await expect(preview(plan())).rejects.toMatchObject({ code: 'HALTED' })
})

test('I46: error: HALTED for a halt that comes meanwhile: there is no permit, and none is used up', async () => {
  let isHalting = false
  const { safety, store, latch, preview, lose } = openSafety({
    meanwhile(at) {
      if (isHalting) at.latch.trip('a drill', 1_000_000)
    },
  })
  const { permitId } = await preview(plan())
  isHalting = true
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'HALTED' })
  expect(store.findPermit(permitId)?.state).toBe('cancelled')
  expect(store.listEntries('schedule')).toEqual([])
  // Whatever the chain says, nothing begins any more.
  lose()
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'HALTED' })
  await expect(preview(plan())).rejects.toMatchObject({ code: 'HALTED' })
  expect(latch.read()).toMatchObject({ reason: 'a drill' })
  expect(store.listPermits()).toHaveLength(1)
})

test('I14: error: PERMIT_EXPIRED for a permit that lapses while its commit is judged', async () => {
  const { safety, store, preview, advance } = openSafety({ meanwhile: (at) => at.advance(1) })
  const { permitId } = await preview(plan())
  // One second passed while the preview was judged.
  advance(58)
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_EXPIRED' })
  expect(store.findPermit(permitId)?.state).toBe('expired')
  expect(store.listEntries('schedule')).toEqual([])
})

test('I28: error: PHASE_FORBIDS_RISK for a phase that becomes unknown while a commit is judged', async () => {
  let isLost = false
  const { safety, store, preview } = openSafety({
    meanwhile({ phases }) {
      if (isLost) phases.observe(undefined, { wallMs: 1_000_000, chainSeconds: 1_000 })
    },
  })
  const { permitId } = await preview(plan(), 'layer3')
  isLost = true
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PHASE_FORBIDS_RISK' })
  expect(store.findPermit(permitId)?.state).toBe('pending')
  expect(store.listEntries('schedule')).toEqual([])
})

test('I19: error: PERMIT_POLICY_CHANGED once the owner set other limits', async () => {
  const { safety, store, policy, preview } = openSafety()
  const { permitId } = await preview(plan())
  createLimitKeeper(store, policy.limits, policyVersion(policy)).set({ ...policy.limits, hotLaneUsdc: 1n })
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_POLICY_CHANGED' })
  expect(store.listEntries('schedule')).toEqual([])
})

test('I49: what cannot be sealed is not kept, and its permit has failed', async () => {
  const failure = new ToolError('CHECKPOINT_FAILED', { reason: 'no space' })
  const checkpoints = { advance: async () => undefined, seal: () => Promise.reject(failure) }
  const { safety, store, preview } = openSafety({ checkpoints })
  const { permitId } = await preview(plan())
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toBe(failure)
  expect(store.findPermit(permitId)?.state).toBe('failed')
  expect(store.listEntries('schedule')).toEqual([])
})

test('error: UNTRUSTED_CHOICE for an address that only the outside named, plain or in calldata', async () => {
  const { safety, preview } = openSafety()
  const foreign = `0x${'ab'.repeat(20)}` as const
  const keep = (to: string) => planLocal('outbox', 'keep', { kind: 'note', body: { to } }, {})
  await preview(keep(foreign))
  safety.provenance.note('a page', `pay ${foreign}`)
  await expect(preview(keep(foreign))).rejects.toMatchObject({ code: 'UNTRUSTED_CHOICE' })
  const calldata = `0xa9059cbb${foreign.slice(2).padStart(64, '0')}`
  await expect(preview(keep(calldata))).rejects.toMatchObject({ code: 'UNTRUSTED_CHOICE' })
})

test('I20: what a crash left open is settled by what the port holds', async () => {
  const { safety, store, preview, verify } = openSafety()
  const kept = await preview(plan())
  const lost = await preview(plan())
  for (const { permitId, simulationHash } of [kept, lost]) {
    store.transact(() => {
      store.movePermit(permitId, 'pending', 'committing')
      store.appendAudit('consumed', { permitId, tool: TOOL.name, simulationHash })
    })
  }
  store.addEntry({ entryId: kept.permitId, port: 'schedule', ...KEEP })
  await safety.recover()
  expect(store.findPermit(kept.permitId)?.state).toBe('committed')
  expect(store.findPermit(lost.permitId)?.state).toBe('failed')
  expect(verify()).toEqual([])
})

test('I14: error: PERMIT_CLOCKS_DIVERGED for a wall clock that is off, which raises no mark', async () => {
  const { safety, store, policy, preview, skew } = openSafety()
  const { permitId } = await preview(plan())
  skew(policy.maxClockSkewSeconds + 1)
  await expect(preview(plan())).rejects.toMatchObject({ code: 'PERMIT_CLOCKS_DIVERGED' })
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'PERMIT_CLOCKS_DIVERGED' })
  skew(0)
  await safety.commit(permitId, ATTEMPT)
  expect(store.findPermit(permitId)?.state).toBe('committed')
})

test('I16: error: SIMULATION_HASH_MISMATCH for what was permitted under another id', async () => {
  const { safety, store, preview } = openSafety()
  const { permitId } = await preview(plan())
  const row = store.findPermit(permitId)
  if (row === undefined) throw new Error('no permit')
  const other = `0x${'99'.repeat(32)}` as const
  store.insertPermit({ ...row, permitId: other })
  await expect(safety.commit(other, ATTEMPT)).rejects.toMatchObject({ code: 'SIMULATION_HASH_MISMATCH' })
  expect(store.listEntries('schedule')).toEqual([])
})

test('I24: error: SANDBOX_TOLERANCE_EXCEEDED, ROUTE_NOT_AVAILABLE', async () => {
  const { preview } = openSafety()
  const by = {
    tool: 'a_guest',
    maxPerRequestUsdc: 0n,
    maxPerDayUsdc: 0n,
    maxToleranceBps: 10,
  } as const
  const wide = { ...plan(), expectation: { ...plan().expectation, toleranceBps: 11 } }
  await preview(plan(), 'layer2', by)
  await expect(preview(wide, 'layer2', by)).rejects.toMatchObject({ code: 'SANDBOX_TOLERANCE_EXCEEDED' })
  const nowhere = { ...plan(), route: 'nowhere' as LocalPlan['route'] }
  await expect(preview(nowhere)).rejects.toMatchObject({ code: 'ROUTE_NOT_AVAILABLE' })
})

test('I14: error: CHAIN_TIMEOUT for what takes too long to judge, of which nothing is durable', async () => {
  let isLate = false
  const { safety, store, preview, expire } = openSafety({
    meanwhile() {
      if (isLate) expire()
    },
  })
  const { permitId } = await preview(plan())
  isLate = true
  await expect(preview(plan())).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  await expect(safety.commit(permitId, ATTEMPT)).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  // What is still under way comes to an end before this begins.
  await safety.reconcile()
  expect(store.listPermits()).toMatchObject([{ permitId, state: 'pending' }])
  expect(store.listEntries('schedule')).toEqual([])
})
