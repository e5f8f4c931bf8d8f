import { describe, expect, test } from 'vitest'
import type { AddressBook } from '../core/address-book.ts'
import { NO_EFFECT } from '../core/call-decoder.ts'
import type { DecoderIndex } from '../core/decoder-index.ts'
import { createEventBus } from '../core/events.ts'
import { collectInterfaces } from '../core/interfaces.ts'
import type { Call } from '../core/plan.ts'
import { createCapabilityMint } from './custody/capability.ts'
import { createCustody } from './custody/custody.ts'
import { buildChain } from './fixtures/build-chain.ts'
import { buildPolicy } from './fixtures/build-policy.ts'
import { createJoint } from './joint.ts'
import type { Attempt } from './permit/attempt-log.ts'
import { createPhaseKeeper } from './policy/phase-keeper.ts'
import { createSafety, type Safety } from './safety.ts'
import { createHaltLatch } from './store/halt-latch.ts'
import { openSafetyDatabase } from './store/open-database.ts'
import { createSafetyStore, type SafetyStore } from './store/store.ts'
import { createSecretMatcher } from './taint/secrets.ts'
import { createSinkGuard } from './taint/sink-guard.ts'

const BOOK: AddressBook = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }

const ACCOUNT = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const POLICY = buildPolicy({
  owner: ACCOUNT,
  limits: { perTransactionUsdc: 1n, perDayUsdc: 1n, hotLaneUsdc: 1n },
})
const TOOL = { name: 'weth_wrap_eth', riskTier: 'layer2', category: 'trading', capability: 'write' } as const

const PERMIT_ID = `0x${'22'.repeat(32)}` as const
const ATTEMPT: Attempt = { countInTick: 1, isOver: false, date: () => undefined }

/** Takes every call for a payment to an outsider. */
const PAYMENTS: DecoderIndex = {
  decode: () => ({ ...NO_EFFECT, functionName: 'pay', recipients: [`0x${'0f'.repeat(20)}`] }),
  decodeFormat: () => undefined,
}

/** A safety layer whose node never answers a simulation. */
function createDeafSafety(store: SafetyStore, policy = POLICY, joint = createJoint(store)) {
  const events = createEventBus()
  const seen: string[] = []
  events.subscribe((event) => {
    if (event.kind === 'denied') seen.push(`${event.layer}/${event.code}`)
  })
  const mint = createCapabilityMint()
  const chain = buildChain({
    getBlock: async () => ({ timestamp: 1_000n, baseFeePerGas: 0n }),
    getTransactionCount: async () => 0,
    simulate: async () => {
      throw new Error('connection reset')
    },
  })
  const guard = createSinkGuard(createSecretMatcher([]))
  const safety = createSafety({
    store,
    joint,
    policy,
    book: BOOK,
    chain,
    clock: { wallMs: () => 1_000_000, tick: () => 1, setTimer: () => () => undefined },
    events,
    decoders: PAYMENTS,
    interfaces: collectInterfaces([], BOOK),
    signatures: [],
    grants: [],
    positions: [],
    witnesses: [],
    hooks: [],
    phases: createPhaseKeeper({ store, events, dwellSeconds: 60, initial: 'thriving', nowWallMs: 1_000_000 }),
    guard,
    custody: createCustody(mint, guard),
    secondProvider: undefined,
    latch: createHaltLatch(store),
    haltRoutes: [],
    liquidate: undefined,
    unwind: undefined,
    mint,
    consumer: mint,
    account: ACCOUNT,
    operator: ACCOUNT,
    nextId: () => `0x${'11'.repeat(32)}`,
  })
  const preview = (calls: readonly Call[] = []) =>
    safety.preview({
      attempt: ATTEMPT,
      tool: TOOL,
      actionKind: 'wrap',
      params: {},
      claims: [],
      plan: {
        kind: 'transaction',
        route: 'cage',
        calls,
        expectation: { assets: [], allowances: [], positions: [], toleranceBps: 0 },
      },
    })
  return { safety, preview, seen }
}

describe('createSafety', () => {
  test('behavior: missing hooks deny, with the layer named, and the denial is audited', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const { preview, seen } = createDeafSafety(store)
    await expect(preview()).rejects.toMatchObject({ code: 'HOOK_FAILED', layer: 'policy-cage' })
    expect(seen).toEqual(['policy-cage/HOOK_FAILED'])
    expect(store.readAudit(1, 10).map(({ kind }) => kind)).toContain('denied')
  })

  test('error: RangeError for a policy whose permits die before what it announces has waited', () => {
    const announce = { from: 'elevated', waitSeconds: 60 } as const
    const create = () =>
      createDeafSafety(createSafetyStore(openSafetyDatabase(':memory:')), { ...POLICY, announce })
    expect(create).toThrow('policy.announce.waitSeconds: expected less than 36')
  })

  test('I34: RangeError for a policy that limits nothing, since a limit of it is misspelt', () => {
    const limits = { perTransactionUSDC: 1n, perDayUsdc: 1n, hotLaneUsdc: 1n } as never
    const create = () =>
      createDeafSafety(createSafetyStore(openSafetyDatabase(':memory:')), { ...POLICY, limits })
    expect(create).toThrow('unknown key "perTransactionUSDC"; did you mean "perTransactionUsdc"?')
  })

  test('I38 I42: what one chain counts and is told, the other one knows', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const joint = createJoint(store)
    const [one, other] = [
      createDeafSafety(store, POLICY, joint).safety,
      createDeafSafety(store, { ...POLICY, chainId: 2 }, joint).safety,
    ]
    expect([one, other].map((safety) => safety.noteAttempt().countInTick)).toEqual([1, 2])
    one.provenance.note('a page', 'buy for 125')
    other.provenance.note('another page', 'buy for 7321')
    expect([...(joint.told.told ?? [])].map(([digits, [source]]) => [digits, source])).toEqual([
      ['125', 'a page'],
      ['7321', 'another page'],
    ])
  })

  test('error: STORE_FAILED when the store cannot write; nothing else happens', async () => {
    const database = openSafetyDatabase(':memory:')
    const { preview, seen } = createDeafSafety(createSafetyStore(database))
    database.exec('DROP TABLE attempts')
    await expect(preview()).rejects.toMatchObject({ code: 'STORE_FAILED', layer: 'permit' })
    expect(seen).toEqual(['permit/STORE_FAILED'])
  })

  test.each<[string, (safety: Safety) => unknown]>([
    ['cancel', (safety) => safety.cancel(PERMIT_ID)],
    ['describePermit', (safety) => safety.describePermit(PERMIT_ID)],
    ['noteAttempt', (safety) => safety.noteAttempt()],
    ['commit', (safety) => safety.commit(PERMIT_ID, ATTEMPT)],
    ['recover', (safety) => safety.recover()],
    ['takeUp', (safety) => safety.takeUp()],
    ['reconcile', (safety) => safety.reconcile()],
    ['claimAccount', (safety) => safety.claimAccount()],
    ['observeVitality', (safety) => safety.observeVitality()],
    ['phases', (safety) => safety.phases.current()],
    ['a phase that is read', (safety) => safety.view.phase()],
    ['spending that is read', (safety) => safety.view.spending()],
    ['permits that are read', (safety) => safety.view.permits()],
    ['the log that is read', (safety) => safety.view.audit(1, 1)],
  ])('error: STORE_FAILED of %s when the store cannot be read', async (_, ask) => {
    const database = openSafetyDatabase(':memory:')
    const { safety } = createDeafSafety(createSafetyStore(database))
    const tables = ['permits', 'replacements', 'ledger', 'attempts', 'audit', 'meta', 'entries']
    database.exec(['PRAGMA foreign_keys = OFF', ...tables.map((name) => `DROP TABLE ${name}`)].join(';'))
    await expect((async () => ask(safety))()).rejects.toMatchObject({ code: 'STORE_FAILED', layer: 'permit' })
  })

  test('behavior: a denial that the store does not take stands all the same', async () => {
    const database = openSafetyDatabase(':memory:')
    const { preview, seen } = createDeafSafety(createSafetyStore(database))
    database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON audit WHEN NEW.kind = 'denied' BEGIN SELECT RAISE(FAIL, 'the disk is full'); END",
    )
    await expect(preview()).rejects.toMatchObject({ code: 'HOOK_FAILED', layer: 'policy-cage' })
    expect(seen).toEqual(['policy-cage/HOOK_FAILED'])
  })

  test('I59: what risk is decided by and goes missing while the store is open denies risk', async () => {
    const database = openSafetyDatabase(':memory:')
    const { preview } = createDeafSafety(createSafetyStore(database))
    const risk = () => preview([{ to: ACCOUNT, valueWei: 0n, data: '0x12345678' }])
    await risk().catch(() => undefined)
    expect(
      database.prepare("SELECT count(*) AS rows FROM meta WHERE key = 'clock-high-water'").get(),
    ).toEqual({ rows: 1 })
    database.exec("DROP TRIGGER note_meta_delete; DELETE FROM meta WHERE key = 'clock-high-water'")
    await expect(risk()).rejects.toMatchObject({ code: 'STORE_ALTERED', layer: 'permit' })
  })

  test('behavior: a store whose phase is unreadable allows exits only', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const { safety } = createDeafSafety(store)
    store.writeMeta('phase', 'nonsense')
    expect(safety.view.phase()).toMatchObject({ phase: 'unknown', epoch: -1 })
  })

  test('behavior: the halt latch is durable and idempotent', async () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const { safety, preview } = createDeafSafety(store)
    safety.halt('first')
    safety.halt('second')
    await expect(preview()).rejects.toMatchObject({ code: 'HALTED', layer: 'halt' })
    expect(store.readAudit(1, 10).filter(({ kind }) => kind === 'halt')).toHaveLength(1)
    await expect(createDeafSafety(store).preview()).rejects.toMatchObject({ code: 'HALTED' })
  })
})
