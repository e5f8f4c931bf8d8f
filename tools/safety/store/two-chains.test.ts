import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { BOOKS_KEY } from '../evidence/books.ts'
import { LEASE_KEY } from '../permit/account-lease.ts'
import { GRANTED_KEY } from '../permit/settlement-record.ts'
import { LIMITS_KEY } from '../policy/limit-keeper.ts'
import { LISTS_KEY } from '../policy/list-keeper.ts'
import { CLOCKS_KEY, keyOn, LIVE_ALLOWANCES_KEY, readChainId } from './chain-keys.ts'
import { advanceClocks } from './clocks.ts'
import { createHaltLatch } from './halt-latch.ts'
import { openSafetyDatabase } from './open-database.ts'
import { createSafetyStore, type SafetyStore } from './store.ts'
import { verifyPermits } from './verify-permits.ts'

const HERE: Hex = `0x${'11'.repeat(32)}`
const THERE: Hex = `0x${'22'.repeat(32)}`
const MOMENT = { wallMs: 1_000_000, chainSeconds: 1_000 }

const insert = (store: SafetyStore, permitId: Hex) =>
  store.insertPermit({
    permitId,
    tool: 'weth_wrap_eth',
    body: '{}',
    simulationHash: `0x${'33'.repeat(32)}`,
    issuedWallMs: 1_000,
    issuedChainSeconds: 1,
    ttlSeconds: 60,
    nonce: 0,
  })

function openBoth() {
  const database = openSafetyDatabase(':memory:')
  const whole = createSafetyStore(database)
  const [here, there] = [whole.onChain(1), whole.onChain(8_453)]
  insert(here, HERE)
  insert(there, THERE)
  return { whole, here, there }
}

describe('a store of two chains', () => {
  test('I13: each sees its own permits, and can move no other', () => {
    const { whole, here, there } = openBoth()
    expect(here.listPermits().map(({ permitId }) => permitId)).toEqual([HERE])
    expect(there.listPermits('pending').map(({ permitId }) => permitId)).toEqual([THERE])
    expect(here.findPermit(THERE)).toBeUndefined()
    expect(here.findPermitAnywhere(THERE)).toMatchObject({ chainId: 8_453, state: 'pending' })
    expect(here.movePermit(THERE, 'pending', 'committing')).toBe(false)
    expect(there.movePermit(THERE, 'pending', 'committing')).toBe(true)
    expect(here.listPermits('committing')).toEqual([])
    there.saveBlock(THERE, { number: 7, hash: '0x07' })
    expect(here.listUnfinal()).toEqual([])
    expect(there.listUnfinal()).toHaveLength(1)
    expect(whole.listPermits()).toHaveLength(2)
  })

  test('I1: spend of both is in one ledger', () => {
    const { here, there } = openBoth()
    here.reserve({ permitId: HERE, amountUsdc: 3n, guarded: false, ...MOMENT })
    there.reserve({ permitId: THERE, amountUsdc: 4n, guarded: true, ...MOMENT })
    const sum = (store: SafetyStore, after = { wallMs: 0, chainSeconds: 0 }) =>
      store.ledgerAfter(after, 1).reduce((total, { amountUsdc }) => total + amountUsdc, 0n)
    expect([sum(here), sum(there)]).toEqual([7n, 7n])
    // By either clock.
    expect(sum(here, { ...MOMENT, wallMs: 0 })).toBe(7n)
    expect(sum(here, { ...MOMENT, chainSeconds: 0 })).toBe(7n)
    expect(sum(here, MOMENT)).toBe(0n)
  })

  test("I1: a signature of another chain counts until that chain's own clock has passed it", () => {
    const { here, there } = openBoth()
    there.reserve({ permitId: THERE, amountUsdc: 4n, guarded: true, ...MOMENT, untilSeconds: 2_000 })
    const later = { wallMs: 9_000_000, chainSeconds: 9_000 }
    const counts = () => here.ledgerAfter(later, 9_000).length
    expect(counts()).toBe(1)
    advanceClocks(there, { wallMs: 9_000_000, chainSeconds: 2_000 })
    expect(counts()).toBe(1)
    advanceClocks(there, { wallMs: 9_000_000, chainSeconds: 2_001 })
    expect(counts()).toBe(0)
    // At the very moment at which it leaves the window it holds all the same.
    const [atWall, atChain] = [
      { ...later, wallMs: MOMENT.wallMs },
      { ...later, chainSeconds: MOMENT.chainSeconds },
    ]
    for (const at of [MOMENT, atWall, atChain]) {
      const ofOther = openBoth()
      ofOther.there.reserve({
        ...{ permitId: THERE, amountUsdc: 4n, guarded: true },
        ...{ ...MOMENT, untilSeconds: 2_000 },
      })
      expect(ofOther.here.ledgerAfter(at, 9_000)).toHaveLength(1)
    }
    // Of its own chain the caller says what holds.
    expect(there.ledgerAfter(later, 2_000)).toHaveLength(1)
  })

  test('default: facts of a chain are kept apart, those of the agent are one', () => {
    const { here, there } = openBoth()
    here.writeMeta(LEASE_KEY, '5')
    here.writeMeta(LIMITS_KEY, 'limits')
    expect(there.readMeta(LEASE_KEY)).toBeUndefined()
    expect(there.readMeta(LIMITS_KEY)).toBe('limits')
    there.writeMeta(LEASE_KEY, '6')
    expect(here.readMeta(LEASE_KEY)).toBe('5')
    expect(here.readElsewhere(LEASE_KEY)).toEqual([{ chainId: 8_453, value: '6' }])
    expect(there.readElsewhere(LEASE_KEY)).toEqual([{ chainId: 1, value: '5' }])
    expect(here.listAlterations()).toEqual([])
  })

  test('default: what is of one chain is named by its key', () => {
    for (const key of [
      LEASE_KEY,
      BOOKS_KEY,
      CLOCKS_KEY,
      GRANTED_KEY,
      LISTS_KEY,
      LIVE_ALLOWANCES_KEY,
      'halt-disarmed',
      'halt-paused',
      'owner-approval 0x1 1',
      'account-approval 0x1',
    ]) {
      expect(keyOn(10, key), key).toBe(`${key}@10`)
      expect(readChainId(keyOn(10, key))).toBe(10)
      expect(keyOn(undefined, key)).toBe(key)
    }
    for (const key of [LIMITS_KEY, 'phase', 'halt', 'store-id']) expect(keyOn(10, key), key).toBe(key)
  })

  test('I13: each ends its own entries only, and each of them once', () => {
    const { here, there } = openBoth()
    there.addEntry({ entryId: THERE, port: 'schedule', kind: 'note', body: {} })
    expect(here.listEntries('schedule')).toEqual([])
    expect(here.endEntry('schedule', THERE)).toBe(false)
    expect(there.findEntry('schedule', THERE)?.state).toBe('open')
    expect([there.endEntry('schedule', THERE), there.endEntry('schedule', THERE)]).toEqual([true, false])
  })

  test('I52: the log explains the permits of both, and misses none of either', () => {
    const { whole, here, there } = openBoth()
    const entries = () => whole.readAudit(1, 1_000)
    expect(verifyPermits(entries(), whole.listPermits()).map(({ kind }) => kind)).toContain(
      'permit-unexplained',
    )
    expect(whole.verifyAudit().ok).toBe(true)
    expect([here.auditHead(), there.auditHead()]).toEqual([whole.auditHead(), whole.auditHead()])
  })
})

describe('the latch of two chains', () => {
  test('I46: set on one it holds on both, in memory and in the store', () => {
    const { whole } = openBoth()
    const latch = createHaltLatch(whole)
    const [here, there] = [latch.onChain(1), latch.onChain(8_453)]
    expect(here.trip('a reason', 1_000)).toBe(true)
    expect(there.trip('another', 2_000)).toBe(false)
    expect(there.read()).toEqual({ sinceWallMs: 1_000, reason: 'a reason' })
    expect(there.assertOpen).toThrow(expect.objectContaining({ code: 'HALTED' }))
    there.keep()
    expect(createHaltLatch(whole).onChain(1).read()).toBeDefined()
  })

  test('I46: after a restart a halt is the one that it was, however often it is set and kept', () => {
    const { whole } = openBoth()
    const first = createHaltLatch(whole)
    first.trip('a reason', 1_000)
    first.keep()
    first.keep()
    const restarted = createHaltLatch(whole)
    expect(restarted.onChain(1).trip('another', 2_000)).toBe(false)
    restarted.keep()
    const halted = { sinceWallMs: 1_000, reason: 'a reason' }
    expect([restarted.read(), createHaltLatch(whole).read()]).toEqual([halted, halted])
    expect(whole.readAudit(1, 1_000).filter(({ kind }) => kind === 'halt')).toHaveLength(1)
  })

  test('I46: a store that cannot be read keeps no halt from being set', () => {
    const store = {
      findMeta() {
        throw new Error('disk I/O error')
      },
    } as unknown as SafetyStore
    const latch = createHaltLatch(store)
    expect(() => latch.trip('a drill', 5)).not.toThrow()
    expect(latch.read()).toEqual({ sinceWallMs: 5, reason: 'a drill' })
    expect(() => latch.assertOpen()).toThrow('HALTED')
  })

  test('I46: a cage that is seen open while a halt holds lifts nothing of it', () => {
    const { whole } = openBoth()
    const latch = createHaltLatch(whole).onChain(1)
    latch.trip('a reason', 1_000)
    latch.keep()
    latch.noteOpen()
    expect(createHaltLatch(whole).read()).toEqual({ sinceWallMs: 1_000, reason: 'a reason' })
  })

  test('I48: lifted once, each cage was left paused until it is seen open', () => {
    const { whole } = openBoth()
    const latch = createHaltLatch(whole)
    const [here, there] = [latch.onChain(1), latch.onChain(8_453)]
    here.trip('a reason', 1_000)
    here.keep()
    there.clear()
    const read = () => [here.leftPaused(), there.leftPaused()]
    expect(here.read()).toBeUndefined()
    expect(read()).toEqual([true, true])
    there.noteOpen()
    expect(read()).toEqual([true, false])
    expect(createHaltLatch(whole).read()).toBeUndefined()
    here.noteOpen()
    expect(read()).toEqual([false, false])
    there.notePause()
    expect(read()).toEqual([false, true])
    here.notePause()
    expect(read()).toEqual([true, true])
  })

  test('I48: a cage that was left paused is known to be after a restart that opens another chain first', () => {
    const { whole } = openBoth()
    const latch = createHaltLatch(whole)
    latch.onChain(1).trip('a reason', 1_000)
    latch.keep()
    latch.clear()
    const restarted = createHaltLatch(whole)
    restarted.onChain(1).noteOpen()
    expect(restarted.onChain(1).leftPaused()).toBe(false)
    expect(restarted.onChain(8_453).leftPaused()).toBe(true)
    restarted.onChain(8_453).noteOpen()
    expect(createHaltLatch(whole).onChain(8_453).leftPaused()).toBe(false)
  })

  test.each([
    ['', [true, true]],
    ['null', [false, false]],
    ['{"paused":[8453]}', [false, true]],
  ])('behavior: what an earlier version kept as "%s" is read as it meant it', (kept, left) => {
    const { whole } = openBoth()
    whole.writeMeta('halt', kept)
    const latch = createHaltLatch(whole)
    expect([1, 8_453].map((chain) => latch.onChain(chain).leftPaused())).toEqual(left)
    expect(latch.read()).toBeUndefined()
    latch.onChain(8_453).notePause()
    latch.onChain(1).noteOpen()
    expect([1, 8_453].map((chain) => latch.onChain(chain).leftPaused())).toEqual([false, true])
  })
})
