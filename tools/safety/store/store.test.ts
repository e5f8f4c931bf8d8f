import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keccak256 } from '../../core/keccak256.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { Tool } from '../../core/tool-def.ts'
import { createLimitKeeper, LIMITS_KEY } from '../policy/limit-keeper.ts'
import { createHaltLatch, type HaltLatch } from './halt-latch.ts'
import { openSafetyDatabase } from './open-database.ts'
import type { PermitRow } from './permit-rows.ts'
import { registerDigests } from './row-digest.ts'
import { createSafetyStore, type SafetyStore } from './store.ts'
import { approveTools, createToolPins } from './tool-pins.ts'

const openSafetyStore = (at: string) => createSafetyStore(openSafetyDatabase(at))

const PERMIT = {
  permitId: `0x${'11'.repeat(32)}`,
  tool: 'weth_wrap_eth',
  body: '{}',
  simulationHash: `0x${'22'.repeat(32)}`,
  issuedWallMs: 1_000,
  issuedChainSeconds: 1,
  ttlSeconds: 60,
  nonce: 0,
} as const

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-store-'))
  path = join(directory, 'safety.sqlite')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const openError = () => {
  try {
    openSafetyStore(path).close()
  } catch (error) {
    return error
  }
  return undefined
}
const NEVER = { wallMs: 0, chainSeconds: 0 }
const corrupt = expect.objectContaining({ code: 'STORE_CORRUPT' })
const altered = expect.objectContaining({ code: 'STORE_ALTERED' })
const fill = () => {
  const store = openSafetyStore(path)
  store.insertPermit(PERMIT)
  store.appendAudit('permit', {
    permitId: PERMIT.permitId,
    to: 'pending',
    simulationHash: PERMIT.simulationHash,
    bodyHash: sha256Text(PERMIT.body),
  })
  for (let entry = 1; entry < 5; entry += 1) store.appendAudit('note', { entry })
  store.close()
}
/** Change rows as a writer would that computes their digests. */
const edit = (sql: string) => {
  const database = new DatabaseSync(path)
  registerDigests(database, path)
  database.exec(sql)
  database.close()
}

describe('openSafetyStore', () => {
  test('I46 I50: a halt that was cleared is none, one that was set again is one', () => {
    const change = (body: (latch: HaltLatch) => void) => {
      const store = openSafetyStore(path)
      body(createHaltLatch(store))
      store.close()
    }
    change((latch) => {
      latch.trip('first', 1_000)
      latch.keep()
    })
    change((latch) => latch.clear())
    change((latch) => expect(latch.read()).toBeUndefined())
    change((latch) => {
      expect(latch.trip('second', 2_000)).toBe(true)
      latch.keep()
    })
    edit("UPDATE meta SET value = '' WHERE key = 'halt'")
    change((latch) => expect(latch.read()).toBeDefined())
    edit("DELETE FROM meta WHERE key = 'halt'")
    change((latch) => expect(latch.read()).toBeDefined())
  })

  test('I50 I59: limits that the log does not know are not believed', () => {
    const store = openSafetyStore(path)
    const limits = { perTransactionUsdc: 2n, perDayUsdc: 3n, hotLaneUsdc: 1n }
    createLimitKeeper(store, limits, '0x01').set(limits)
    store.close()
    expect(openError()).toBeUndefined()
    edit("UPDATE meta SET value = replace(value, '\"2\"', '\"9\"') WHERE key = 'spending-limits'")
    const again = openSafetyStore(path)
    expect(createLimitKeeper(again, limits, '0x01').current()).toEqual(limits)
    expect(() => again.readMeta(LIMITS_KEY)).toThrow(altered)
    again.close()
  })

  test('I50 I59: approved tools that the log does not know are refused', () => {
    const store = openSafetyStore(path)
    approveTools(store, [])
    store.close()
    expect(openError()).toBeUndefined()
    edit(`UPDATE meta SET value = '{"hostile":"0x00"}' WHERE key = 'tool-pins'`)
    const again = openSafetyStore(path)
    expect(() => createToolPins(again, [])).toThrow(altered)
    again.close()
  })

  test('I45: each store holds to approvals of its own, whatever was read of another before', () => {
    const tool = { name: 'one', description: 'One.' } as unknown as Tool
    const [first, second] = [openSafetyStore(':memory:'), openSafetyStore(':memory:')]
    const pins = createToolPins(first, [tool])
    expect(() => createToolPins(second, []).assertPinned(tool)).toThrow('TOOL_CHANGED')
    expect(() => pins.assertPinned(tool)).not.toThrow()
    // What the owner decided is in the log.
    const said = first.readAudit(1, 10).find(({ kind }) => kind === 'tools-approved')
    expect(JSON.parse(said?.body ?? '{}')).toMatchObject({ tools: 1 })
    for (const store of [first, second]) store.close()
  })

  test.each([
    ['a row deleted', "DELETE FROM meta WHERE key = 'phase'", ['meta phase']],
    ['a row altered', "UPDATE meta SET value = 'thriving' WHERE key = 'phase'", ['meta phase']],
    ['a row set back', "UPDATE meta SET value = 'cautious' WHERE key = 'phase'", ['meta phase']],
    ['a row that nobody wrote', "INSERT INTO meta (key, value) VALUES ('endorsed', '')", ['meta endorsed']],
    ['a table emptied', 'DELETE FROM meta', ['meta phase', 'meta books']],
    ['an attempt forgotten', 'DELETE FROM attempts WHERE id = 1', ['attempts 1']],
    ['an attempt long ago', 'UPDATE attempts SET wall_ms = 1 WHERE id = 2', ['attempts 2']],
    ['a permit issued later', 'UPDATE permits SET ttl_seconds = 9000', [`permits ${PERMIT.permitId}`]],
    ['spend of long ago', 'UPDATE ledger SET wall_ms = 1', [`ledger ${PERMIT.permitId}`]],
    ['nothing', 'DELETE FROM attempts WHERE id = 99', []],
  ])('I59: %s shows when the store opens', (_, sql, expected) => {
    const store = createSafetyStore(openSafetyDatabase(path))
    store.writeMeta('phase', 'cautious')
    store.writeMeta('phase', 'terminal')
    store.writeMeta('books', 'some')
    store.addAttempt({ wallMs: 5, chainSeconds: 5 }, 100)
    store.addAttempt({ wallMs: 6, chainSeconds: 6 }, 100)
    store.insertPermit(PERMIT)
    store.reserve({ permitId: PERMIT.permitId, amountUsdc: 9n, guarded: false, wallMs: 7, chainSeconds: 7 })
    store.close()
    edit(sql)
    const database = new DatabaseSync(path)
    registerDigests(database, path)
    const again = createSafetyStore(database)
    expect(again.listAlterations().map(({ where }) => where)).toEqual(expected)
    if (expected[0] === 'meta phase') {
      expect(again.isMetaIntact('phase')).toBe(false)
      expect(() => again.readMeta('phase')).toThrow(altered)
    } else expect(again.readMeta('phase')).toBe('terminal')
    again.close()
  })

  test('I59: what a transaction that failed would have written is expected of nobody', () => {
    const store = openSafetyStore(path)
    store.writeMeta('phase', 'cautious')
    const fail = () =>
      store.transact(() => {
        store.writeMeta('phase', 'terminal')
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(store.findMeta('phase')).toEqual({ value: 'cautious' })
    store.writeMeta('books', 'some')
    expect(store.listAlterations()).toEqual([])
    store.close()
  })

  test('I50: a permit whose entry says nothing of its body is refused', () => {
    const store = openSafetyStore(path)
    const { permitId, simulationHash } = PERMIT
    store.insertPermit(PERMIT)
    store.appendAudit('permit', { permitId, to: 'pending', simulationHash })
    store.close()
    expect(openError()).toEqual(corrupt)
  })

  test.each([
    ['spend that is lower', "UPDATE ledger SET amount_usdc = '1'"],
    ['spend that is gone', 'DELETE FROM ledger'],
    ['a permit that is gone', 'DELETE FROM ledger; DELETE FROM permits'],
    ['a permit that nobody issued', "UPDATE permits SET permit_id = '0x99'"],
    ['a permit that is pending again', "UPDATE permits SET state = 'pending'"],
    ['a permit of another simulation', "UPDATE permits SET simulation_hash = '0x99'"],
    ['another signed transaction', "UPDATE permits SET raw_transaction = '0x1234'"],
    ['no signed transaction', 'UPDATE permits SET raw_transaction = NULL, transaction_hash = NULL'],
  ])('I6 I13 I50: %s than the log says is refused', (_, sql) => {
    const store = openSafetyStore(path)
    const { permitId, simulationHash } = PERMIT
    const raw = '0xabcdef'
    const bodyHash = sha256Text(PERMIT.body)
    store.insertPermit(PERMIT)
    store.appendAudit('permit', { permitId, to: 'pending', simulationHash, bodyHash })
    store.movePermit(permitId, 'pending', 'committing')
    store.appendAudit('consumed', { permitId, simulationHash, spend: { totalUsdc: '9' } })
    store.reserve({ permitId, amountUsdc: 9n, guarded: false, wallMs: 1, chainSeconds: 1 })
    store.saveTransaction(permitId, raw, keccak256(raw))
    store.movePermit(permitId, 'committing', 'committed')
    const note = { hash: keccak256(raw) }
    store.appendAudit('permit', { permitId, from: 'committing', to: 'committed', note })
    store.close()
    expect(openError()).toBeUndefined()
    edit(`PRAGMA foreign_keys = OFF; ${sql}`)
    expect(openError()).toEqual(corrupt)
  })

  const LATER = {
    ...PERMIT,
    permitId: `0x${'33'.repeat(32)}`,
    issuedWallMs: 2_000,
    issuedChainSeconds: 2,
  } as const
  /** Leave a store in which two permits were issued in an order, and the first of them was used up. */
  const fillTwo = (order: readonly Pick<PermitRow, 'permitId' | 'simulationHash'>[]) => {
    const store = openSafetyStore(path)
    const bodyHash = sha256Text(PERMIT.body)
    for (const permit of [PERMIT, LATER]) store.insertPermit(permit)
    for (const { permitId, simulationHash } of order)
      store.appendAudit('permit', { permitId, to: 'pending', simulationHash, bodyHash })
    const { permitId, simulationHash } = PERMIT
    store.movePermit(permitId, 'pending', 'committing')
    store.appendAudit('consumed', { permitId, simulationHash, spend: { totalUsdc: '9' } })
    store.reserve({ permitId, amountUsdc: 9n, guarded: false, wallMs: 3_000, chainSeconds: 3 })
    store.close()
  }

  test('I50: entries that stand in another order than by the clocks of their rows are refused', () => {
    fillTwo([LATER, PERMIT])
    expect(openError()).toEqual(corrupt)
  })

  test('I34 I59: a clock of a row that the log does not know says nothing of its order, and is an alteration', () => {
    fillTwo([PERMIT, LATER])
    edit('UPDATE ledger SET wall_ms = 1, chain_seconds = 1')
    expect(openError()).toBeUndefined()
    const store = openSafetyStore(path)
    expect(store.listAlterations()).toMatchObject([{ where: `ledger ${PERMIT.permitId}` }])
    store.close()
  })

  test.each([
    ['a replacement', '0xabcdef'],
    ['a reservation', '123456789'],
    ['an attempt', Buffer.from([0x01, 0x8b, 0xcf, 0xe5, 0x68, 0x09])],
    ['the key of a value', 'books'],
    ['a value', 'some balances'],
    ['the schema', "cancel')"],
  ])('I50: a changed bit in %s is refused', (_, text) => {
    const store = openSafetyStore(path)
    const { permitId, simulationHash } = PERMIT
    store.insertPermit({ ...PERMIT, issuedWallMs: 0x018bcfe56807 })
    store.saveReplacement(permitId, { kind: 'raise', raw: '0xabcdef', hash: '0x01' })
    const spend = { totalUsdc: '1234567890' }
    store.reserve({ permitId, amountUsdc: 1_234_567_890n, guarded: true, wallMs: 1, chainSeconds: 1 })
    store.addAttempt({ wallMs: 0x018bcfe56809, chainSeconds: 1 }, 10)
    store.writeMeta('books', 'some balances')
    const bodyHash = sha256Text(PERMIT.body)
    store.appendAudit('permit', { permitId, to: 'pending', simulationHash, bodyHash, spend })
    store.close()
    expect(openError()).toBeUndefined()
    const bytes = readFileSync(path)
    const at = bytes.indexOf(text)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    writeFileSync(path, bytes)
    expect(at).toBeGreaterThan(0)
    expect(openError()).toEqual(corrupt)
  })

  test('I50: a trigger that was put into the file is refused', () => {
    fill()
    edit('CREATE TRIGGER forget AFTER INSERT ON attempts BEGIN DELETE FROM attempts; END')
    expect(openError()).toEqual(corrupt)
  })

  test.each([
    ['the tool', 'weth_wrap_eth'],
    ['the time', Buffer.from([0x01, 0x8b, 0xcf, 0xe5, 0x68, 0x07])],
    ['the body', 'to be carried out'],
  ])('I50 I59: a changed bit in %s of a permit is an alteration that no write mends', (_, text) => {
    const store = openSafetyStore(path)
    const { permitId, simulationHash } = PERMIT
    const body = '{"plan":"to be carried out"}'
    store.insertPermit({ ...PERMIT, body, issuedWallMs: 0x018bcfe56807 })
    store.appendAudit('permit', { permitId, to: 'pending', simulationHash, bodyHash: sha256Text(body) })
    store.close()
    const bytes = readFileSync(path)
    const at = bytes.indexOf(text)
    expect(at).toBeGreaterThan(0)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    writeFileSync(path, bytes)

    const where = `permits ${permitId}`
    const again = openSafetyStore(path)
    expect(again.listAlterations()).toMatchObject([{ kind: 'fact-differs', where }])
    expect(again.findPermit(permitId)?.state).toBe('pending')
    expect(again.metAlteration()).toMatchObject({ where, found: 'a damaged row' })
    expect(again.movePermit(permitId, 'pending', 'cancelled')).toBe(true)
    again.appendAudit('permit', { permitId, from: 'pending', to: 'cancelled', note: {} })
    again.close()
    const later = openSafetyStore(path)
    expect(later.findPermit(permitId)?.state).toBe('cancelled')
    expect(later.listAlterations()).toMatchObject([{ kind: 'fact-differs', where }])
    later.close()
  })

  test('I50 I59: a permit that is damaged under a running agent is met', () => {
    const database = openSafetyDatabase(path)
    const store = createSafetyStore(database)
    store.insertPermit(PERMIT)
    database.function('row_digest', { deterministic: true, varargs: true }, () => 'another row')
    database.exec('UPDATE permits SET nonce = 7')
    expect(store.metAlteration()).toBeUndefined()
    expect(store.findPermit(PERMIT.permitId)?.nonce).toBe(7)
    expect(store.metAlteration()).toMatchObject({ where: `permits ${PERMIT.permitId}` })
    store.close()
  })

  test.each<[string, string, (store: SafetyStore) => unknown]>([
    ['a fact', "meta SET value = 'other balances'", (store) => store.readMeta('books')],
    ['spend', "ledger SET amount_usdc = '1'", (store) => store.findLedgerEntry(PERMIT.permitId)],
    ['spend of a day', "ledger SET amount_usdc = '1'", (store) => store.ledgerAfter(NEVER)],
    [
      'what another chain signed',
      "ledger SET amount_usdc = '1'",
      (store) => store.onChain(1).ledgerAfter({ wallMs: 9_000, chainSeconds: 9 }, 600),
    ],
    [
      'a replacement',
      "replacements SET raw_transaction = '0xff'",
      (store) => store.listTransactions(PERMIT.permitId),
    ],
    ['an entry', "entries SET body = '[]'", (store) => store.findEntry('schedule', PERMIT.permitId)],
    ['entries', "entries SET body = '[]'", (store) => store.listEntries('schedule')],
  ])('I50: %s that is damaged under a running agent is refused', (_, change, read) => {
    const database = openSafetyDatabase(path)
    const store = createSafetyStore(database)
    const { permitId } = PERMIT
    store.insertPermit(PERMIT)
    store.writeMeta('books', 'some balances')
    store.reserve({ permitId, amountUsdc: 9n, guarded: false, wallMs: 1, chainSeconds: 1, untilSeconds: 500 })
    store.saveReplacement(permitId, { kind: 'raise', raw: '0xab', hash: '0x01' })
    store.addEntry({ entryId: permitId, port: 'schedule', kind: 'note', body: {} })
    expect(() => read(store)).not.toThrow()
    const [table] = change.split(' ')
    const { digest } = database.prepare(`SELECT digest FROM ${table}`).get() as { digest: string }
    // The functions of the connection as they are after damage: the digest stays what it was, the row does not.
    database.function('row_digest', { deterministic: true, varargs: true }, () => digest)
    database.exec(`UPDATE ${change}`)
    expect(() => read(store)).toThrow(corrupt)
    store.close()
  })

  test('default: everything survives closing and opening', () => {
    fill()
    const store = openSafetyStore(path)
    expect(store.findPermit(PERMIT.permitId)?.state).toBe('pending')
    expect(store.verifyAudit()).toEqual({ ok: true, entries: 6 })
    store.close()
  })

  test('behavior: a second process is kept out', () => {
    const store = openSafetyStore(path)
    store.appendAudit('note', {})
    expect(openError()).toMatchObject({ code: 'STORE_LOCKED' })
    store.close()
  })

  test('error: STORE_CORRUPT leaves a damaged file as it is', () => {
    writeFileSync(path, 'this is no database, and it is long enough to be looked at'.repeat(40))
    const before = readFileSync(path)
    expect(openError()).toEqual(corrupt)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('error: STORE_CORRUPT for a truncated file', () => {
    fill()
    truncateSync(path, 5_000)
    expect(openError()).toEqual(corrupt)
  })

  test('error: STORE_CORRUPT for a database of another application', () => {
    edit('CREATE TABLE other (x)')
    expect(openError()).toEqual(corrupt)
  })

  test('error: STORE_CORRUPT for another version', () => {
    fill()
    edit('PRAGMA user_version = 99')
    expect(openError()).toEqual(corrupt)
  })

  test.each([
    ['an edit', "UPDATE audit SET body = '{}' WHERE entry = 3"],
    ['a deletion', 'DELETE FROM audit WHERE entry = 3'],
    [
      'a reordering',
      'UPDATE audit SET entry = -entry WHERE entry IN (2, 3); UPDATE audit SET entry = 5 + entry WHERE entry < 0',
    ],
  ])('error: STORE_CORRUPT for %s in the audit log', (_, sql) => {
    fill()
    edit(sql)
    expect(openError()).toEqual(corrupt)
  })
})

describe('createSafetyStore', () => {
  const { permitId } = PERMIT
  const SPEND = { permitId, amountUsdc: 9n, guarded: false, wallMs: 1, chainSeconds: 1 }

  test('I59: the log tells of each row that is written, whichever way', () => {
    const store = openSafetyStore(path)
    const writes: readonly (() => unknown)[] = [
      () => store.insertPermit(PERMIT),
      () => store.movePermit(permitId, 'pending', 'committing'),
      () => store.saveTransaction(permitId, '0xab', '0x01'),
      () => store.saveReplacement(permitId, { kind: 'raise', raw: '0xac', hash: '0x02' }),
      () => store.saveSettlement(permitId, '{}'),
      () => store.saveBlock(permitId, { number: 1, hash: '0x03' }),
      () => store.reserve(SPEND),
      () => store.settle(permitId, 8n),
      () => store.raiseSpend(permitId, 10n),
      () => store.lowerSpend(permitId, 7n),
      () => store.addAttempt({ wallMs: 5, chainSeconds: 0 }, 1),
      () => store.dateAttempt(1, 5),
      () => store.capAttempts(4),
      () => store.addAttempt({ wallMs: 6, chainSeconds: 6 }, 1),
      () => store.writeMeta('books', 'some'),
      () => store.writeMeta('books', 'others'),
      () => store.addEntry({ entryId: permitId, port: 'schedule', kind: 'note', body: {} }),
      () => store.useEntry('schedule', permitId, 0, permitId),
      () => store.endEntry('schedule', permitId),
    ]
    for (const write of writes) {
      const before = store.auditHead().entries
      write()
      expect([String(write), store.auditHead().entries]).toEqual([String(write), before + 1])
      expect(store.listAlterations()).toEqual([])
    }
    expect(store.metAlteration()).toBeUndefined()
    store.close()
  })

  test('I51: what is written is on the disk when the call returns', () => {
    const database = openSafetyDatabase(path)
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
  })

  test('I13 I51: of a permit every transaction that was signed is kept, in order', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    expect(store.listTransactions(permitId)).toEqual([])
    store.saveTransaction(permitId, '0xab', '0x09')
    store.saveReplacement(permitId, { kind: 'raise', raw: '0xac', hash: '0x02' })
    store.saveReplacement(permitId, { kind: 'cancel', raw: '0xad', hash: '0x01' })
    expect(store.listTransactions(permitId).map(({ kind, hash }) => [kind, hash])).toEqual([
      ['action', '0x09'],
      ['raise', '0x02'],
      ['cancel', '0x01'],
    ])
  })

  test('default: a permit whose block is final is looked at no more', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    store.saveBlock(permitId, { number: 1, hash: '0x03' })
    expect(store.listUnfinal()).toHaveLength(1)
    store.saveBlock(permitId, null)
    expect(store.listUnfinal()).toEqual([])
  })
})

describe('permits', () => {
  test('behavior: a state moves only from where it is', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    expect(store.movePermit(PERMIT.permitId, 'pending', 'committing')).toBe(true)
    expect(store.movePermit(PERMIT.permitId, 'pending', 'committing')).toBe(false)
  })

  test('behavior: what waits for a transaction happens once that is durable, and not at all where it failed', () => {
    const store = openSafetyStore(':memory:')
    const told: string[] = []
    store.transact(() => {
      store.transact(() => store.onceDurable(() => void told.push('kept')))
      expect(told).toEqual([])
    })
    const failing = () =>
      store.transact(() => {
        store.onceDurable(() => void told.push('lost'))
        throw new Error('full')
      })
    expect(failing).toThrow('full')
    store.transact(() => {})
    store.onceDurable(() => void told.push('at once'))
    expect(told).toEqual(['kept', 'at once'])
  })

  test('behavior: a failed transaction leaves nothing', () => {
    const store = openSafetyStore(':memory:')
    expect(() =>
      store.transact(() => {
        store.insertPermit(PERMIT)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.findPermit(PERMIT.permitId)).toBeUndefined()
  })
})

describe('ledger', () => {
  test('I6: a reservation settles once', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    store.reserve({
      permitId: PERMIT.permitId,
      amountUsdc: 500n,
      guarded: false,
      wallMs: 1_000,
      chainSeconds: 1,
    })
    expect(store.settle(PERMIT.permitId, 400n)).toBe(true)
    expect(store.settle(PERMIT.permitId, 0n)).toBe(false)
    expect(store.ledgerAfter({ wallMs: 0, chainSeconds: 0 }).map((entry) => entry.amountUsdc)).toEqual([400n])
  })

  test('behavior: an entry leaves the window only when both clocks have passed it', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    store.reserve({
      permitId: PERMIT.permitId,
      amountUsdc: 1n,
      guarded: false,
      wallMs: 5_000,
      chainSeconds: 5,
    })
    expect(store.ledgerAfter({ wallMs: 5_000, chainSeconds: 4 })).toHaveLength(1)
    expect(store.ledgerAfter({ wallMs: 4_999, chainSeconds: 5 })).toHaveLength(1)
    expect(store.ledgerAfter({ wallMs: 5_000, chainSeconds: 5 })).toHaveLength(0)
  })

  test('behavior: amounts beyond 2^64 keep every digit', () => {
    const store = openSafetyStore(':memory:')
    store.insertPermit(PERMIT)
    const amountUsdc = 2n ** 100n + 1n
    store.reserve({ permitId: PERMIT.permitId, amountUsdc, guarded: false, wallMs: 1, chainSeconds: 1 })
    expect(store.ledgerAfter({ wallMs: 0, chainSeconds: 0 })[0]?.amountUsdc).toBe(amountUsdc)
  })

  test('I1 I7: a signature counts until its last second, however old it is', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    store.insertPermit(PERMIT)
    const entry = { permitId: PERMIT.permitId, amountUsdc: 7n, guarded: false, wallMs: 1, chainSeconds: 1 }
    store.reserve({ ...entry, untilSeconds: 500_000 })
    const long = { wallMs: 400_000_000, chainSeconds: 400_000 }
    expect(store.ledgerAfter(long, 500_000)).toMatchObject([{ amountUsdc: 7n, untilSeconds: 500_000 }])
    expect(store.ledgerAfter(long, 500_001)).toEqual([])
    expect(store.ledgerAfter(long)).toEqual([])
  })
})
