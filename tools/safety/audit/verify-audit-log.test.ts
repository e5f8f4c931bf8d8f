import * as fc from 'fast-check'
import { type Hex, keccak256, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AuditEntryView } from '../../core/safety-view.ts'
import { GENESIS_HASH } from '../store/hash-entry.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore, type SafetyStore } from '../store/store.ts'
import { hashCheckpoint, parseCheckpoints, renderCheckpoint, signCheckpoint } from './checkpoint.ts'
import {
  AUDITOR,
  collect,
  createLog,
  createMemorySink,
  type Evidence,
  live,
  open,
  rehash,
  STORE_ID,
  STRANGER,
  verify,
} from './fixtures/log.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

/** How each way to tamper with a log shows. */
const SHOWN_AS = {
  edit: 'entry-changed',
  delete: 'entry-missing',
  reorder: 'entry-changed',
  truncate: 'log-truncated',
  fork: 'log-rewritten',
  rehash: 'log-rewritten',
} as const

/** The ways to tamper with a log, each of which makes a log that is not the original. */
const TAMPERINGS = {
  edit: ({ entries, ...rest }: Evidence, at: number): Evidence => ({
    ...rest,
    entries: entries.map((entry, index) => (index === at ? { ...entry, body: `${entry.body} ` } : entry)),
  }),
  delete: ({ entries, ...rest }: Evidence, at: number): Evidence => ({
    ...rest,
    entries: entries.filter((_, index) => index !== at),
  }),
  reorder: ({ entries, ...rest }: Evidence, at: number): Evidence => {
    const other = (at + 1) % entries.length
    const swap = (index: number) => (index === at ? other : index === other ? at : index)
    return {
      ...rest,
      entries: entries.map(({ index }, position) => ({
        ...(entries[swap(position)] as AuditEntryView),
        index,
      })),
    }
  },
  truncate: ({ entries, ...rest }: Evidence, at: number): Evidence => ({
    ...rest,
    entries: entries.slice(0, at),
  }),
  fork: ({ entries, ...rest }: Evidence, at: number): Evidence => ({
    ...rest,
    entries: rehash([
      ...entries.slice(0, at),
      ...entries.slice(at).map((entry) => ({ ...entry, kind: 'note', body: '{"nothing":"happened"}' })),
    ]),
  }),
  rehash: ({ entries, ...rest }: Evidence, at: number): Evidence => ({
    ...rest,
    entries: rehash(
      entries.map((entry, index) => (index === at ? { ...entry, body: '{"changed":1}' } : entry)),
    ),
  }),
}

const WAYS = Object.keys(TAMPERINGS) as (keyof typeof TAMPERINGS)[]

const LIVES = fc.array(fc.constantFrom('pending', 'cancelled', 'committed', 'failed'), {
  minLength: 1,
  maxLength: 8,
}) as fc.Arbitrary<('pending' | 'cancelled' | 'committed' | 'failed')[]>

describe('s68-log-tamper', () => {
  test.each(WAYS)('I50: %s anywhere in any log is found', async (way) => {
    await fc.assert(
      fc.asyncProperty(LIVES, fc.nat(), fc.integer({ min: 1, max: 5 }), async (lives, position, every) => {
        const store = createSafetyStore(openSafetyDatabase(':memory:'))
        const sink = createMemorySink()
        const checkpointer = open(store, sink, every)
        for (const [index, end] of lives.entries()) {
          live(store, index + 1, end)
          await checkpointer.advance()
        }
        await checkpointer.seal()
        const evidence = collect(store, sink)
        expect(await verify(evidence)).toEqual([])
        // What comes after the last checkpoint is that checkpoint's own note.
        const covered = evidence.entries.length - 1
        const findings = await verify(TAMPERINGS[way](evidence, position % covered))
        expect(findings.map(({ kind }) => kind)).toContain(SHOWN_AS[way])
      }),
      { numRuns: 60 },
    )
  })

  test('I50: without checkpoints outside, a log that was cut or written anew looks intact', async () => {
    const { store, sink } = await createLog()
    const { entries } = collect(store, sink)
    const chainOnly = (tampered: readonly AuditEntryView[]) =>
      verifyAuditLog({ entries: tampered, permits: [] })
    const kinds = async (tampered: readonly AuditEntryView[]) =>
      (await chainOnly(tampered)).map(({ kind }) => kind).filter((kind) => /^(entry|log)/.test(kind))
    expect(await kinds(entries.slice(0, 5))).toEqual([])
    const unnoted = entries.filter(({ kind }) => kind !== 'checkpoint')
    expect(await kinds(rehash(unnoted.slice(3)))).toEqual([])
  })

  test('I50: without checkpoints outside, clocks of the permits show that entries changed places', async () => {
    const { store } = await createLog()
    const [entries, permits] = [store.readAudit(1, 10_000), store.listPermits()]
    const issues = entries.flatMap(({ kind, body }, at) =>
      kind === 'permit' && body.includes('bodyHash') ? [at] : [],
    )
    const [first, second] = issues as [number, number]
    const swap = (at: number) => (at === first ? second : at === second ? first : at)
    const swapped = rehash(entries.map((_, at) => entries[swap(at)] as AuditEntryView))
    expect(await verifyAuditLog({ entries: rehash(entries), permits })).toEqual([])
    expect((await verifyAuditLog({ entries: swapped, permits })).map(({ kind }) => kind)).toContain(
      'entry-reordered',
    )
  })

  test('I50: checkpoints of another key, of another store, or in another order are none', async () => {
    const { store, sink } = await createLog()
    const evidence = collect(store, sink)
    const kinds = async (text: string, trust = {}) =>
      (await verify({ ...evidence, text }, trust)).map(({ kind }) => kind)
    expect(await kinds(sink.text, { signer: STRANGER.address })).toContain('checkpoint-foreign-signer')
    expect(await kinds(sink.text, { storeId: GENESIS_HASH })).toContain('checkpoint-foreign-store')
    expect(await kinds(sink.text, { storeId: undefined })).toContain('checkpoint-foreign-store')
    const lines = sink.text.trimEnd().split('\n')
    expect(await kinds(`${[...lines].reverse().join('\n')}\n`)).toContain('checkpoint-misplaced')
    expect(await kinds(`${lines.slice(1).join('\n')}\n`)).toContain('checkpoint-misplaced')
    expect(await kinds(`${lines.slice(0, -1).join('\n')}\n`)).toContain('checkpoints-truncated')
    expect(await kinds('')).toContain('checkpoints-truncated')
    const edited = sink.text.replace('"wallMs":1000', '"wallMs":1001')
    expect(await kinds(edited)).toContain('checkpoint-foreign-signer')
  })

  test('I50: no checkpoint covers what the one before it covers already', async () => {
    const { store, sink } = await createLog()
    const evidence = collect(store, sink)
    const last = parseCheckpoints(sink.text).checkpoints.at(-1)
    if (last === undefined) throw new Error('the log has no checkpoint')
    const again = await signCheckpoint({ ...last, previousHash: hashCheckpoint(last) }, AUDITOR)
    const found = await verify({ ...evidence, text: sink.text + renderCheckpoint(again) })
    expect(found.map(({ kind }) => kind)).toEqual(['checkpoint-misplaced'])
  })

  test('I50: a holder of the newest checkpoint sees log and checkpoints shortened together', async () => {
    const { store, sink } = await createLog()
    const { entries, permits, text } = collect(store, sink)
    const [first] = parseCheckpoints(text).checkpoints
    const shortened = {
      entries: entries.slice(0, first?.entries),
      permits,
      text: renderCheckpoint(first as NonNullable<typeof first>),
    }
    const { checkpoints } = parseCheckpoints(text)
    const newest = checkpoints.at(-1) as NonNullable<typeof first>
    const kinds = async (newestHash?: Hex) =>
      (await verify(shortened, newestHash ? { newestHash } : {}))
        .map(({ kind }) => kind)
        .filter((kind) => /^(log|checkpoint)/.test(kind))
    expect(await kinds()).toEqual([])
    expect(await kinds(hashCheckpoint(newest))).toEqual(['checkpoints-truncated'])
  })

  test('I50: a forger with a key of his own signs in vain', async () => {
    const { store, sink } = await createLog()
    const { entries, permits } = collect(store, sink)
    const forged = rehash(entries.map((entry) => ({ ...entry, body: '{}', kind: 'note' })))
    const checkpoint = await signCheckpoint(
      {
        storeId: STORE_ID,
        entries: forged.length,
        headHash: forged.at(-1)?.hash as Hex,
        previousHash: GENESIS_HASH,
        wallMs: 1_000,
      },
      STRANGER,
    )
    const kinds = await verify({ entries: forged, permits, text: renderCheckpoint(checkpoint) })
    expect(kinds.map(({ kind }) => kind)).toContain('checkpoint-foreign-signer')
  })
})

describe('what the entries say of permits', () => {
  const find = async (change: (store: SafetyStore) => void) => {
    const { store } = await createLog()
    change(store)
    const found = await verifyAuditLog({ entries: store.readAudit(1, 1_000), permits: store.listPermits() })
    return found.map(({ kind }) => kind)
  }
  const permitId = numberToHex(1, { size: 32 })
  const pending = numberToHex(4, { size: 32 })

  test('I49 I13: every consumption has one permit and every used permit one consumption', async () => {
    expect(await find((store) => store.movePermit(pending, 'pending', 'committing'))).toContain(
      'consumption-missing',
    )
    expect(await find((store) => store.appendAudit('consumed', { permitId }))).toContain(
      'consumption-repeated',
    )
    const unknown = numberToHex(99, { size: 32 })
    expect(await find((store) => store.appendAudit('consumed', { permitId: unknown }))).toContain(
      'consumption-unexplained',
    )
    expect(await find((store) => store.saveTransaction(pending, '0x01', keccak256('0x01')))).toContain(
      'consumption-missing',
    )
  })

  test('I21: no entry takes a permit out of a final state', async () => {
    const reopen = { permitId, from: 'committed', to: 'pending', note: {} }
    expect(await find((store) => store.appendAudit('permit', reopen))).toContain('transition-from-terminal')
    expect(await find((store) => store.movePermit(permitId, 'committed', 'pending'))).toContain(
      'permit-state-differs',
    )
  })

  test('I49: the signed transaction of a permit is the one that the log names', async () => {
    const other: Hex = '0x02'
    expect(await find((store) => store.saveTransaction(permitId, other, keccak256(other)))).toContain(
      'transaction-differs',
    )
    expect(await find((store) => store.saveTransaction(permitId, other, GENESIS_HASH))).toContain(
      'transaction-differs',
    )
  })
})
