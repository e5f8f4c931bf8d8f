import type { DatabaseSync } from 'node:sqlite'
import { type AttemptRows, createAttemptRows } from './attempt-rows.ts'
import { type AuditRows, createAuditRows } from './audit-rows.ts'
import { CLOCKS_KEY } from './chain-keys.ts'
import { createEntryRows, type EntryRows } from './entry-rows.ts'
import { createLedgerRows, type LedgerRows } from './ledger-rows.ts'
import { createMetaRows, type MetaRows } from './meta-rows.ts'
import { createPermitRows, type PermitRows } from './permit-rows.ts'
import { createRowLog, type RowLog } from './row-log.ts'
import { createStatements } from './statements.ts'

/**
 * The durable state of the safety layer: permits, spending ledger, attempts, audit log and phase.
 *
 * In a file every commit is synced before the call returns, and the file is locked against a second process.
 */
export interface SafetyStore
  extends PermitRows,
    LedgerRows,
    AttemptRows,
    AuditRows,
    MetaRows,
    EntryRows,
    Pick<RowLog, 'transact' | 'onceDurable' | 'listAlterations' | 'metAlteration'> {
  /** The same store as it is to the stack of one chain: with the permits, entries and facts of that chain alone. */
  onChain(chainId: number): SafetyStore
  close(): void
}

/** Write methods of the store: whatever they change is logged with them. */
const WRITERS = [
  'insertPermit',
  'movePermit',
  'saveTransaction',
  'saveReplacement',
  'saveSettlement',
  'saveBlock',
  'reserve',
  'settle',
  'raiseSpend',
  'lowerSpend',
  'addAttempt',
  'dateAttempt',
  'capAttempts',
  'writeMeta',
  'addEntry',
  'endEntry',
  'useEntry',
] as const satisfies readonly (keyof SafetyStore)[]

/**
 * Create the store over an open database of its own. Each row that it writes is logged with its digest, in the same
 * transaction, so that a row that another writer deletes, alters or sets back shows.
 */
export function createSafetyStore(database: DatabaseSync): SafetyStore {
  const sql = createStatements(database)
  const audit = createAuditRows(sql)
  const log = createRowLog(database, sql, audit)
  const open = (chainId?: number): SafetyStore => {
    const meta = createMetaRows(sql, log, chainId)
    const store: SafetyStore = {
      ...createPermitRows(sql, log, chainId),
      ...createLedgerRows(sql, chainId, (other) => readLastSecond(createMetaRows(sql, log, other))),
      ...createAttemptRows(sql),
      ...audit,
      ...meta,
      ...createEntryRows(sql, chainId),
      transact: log.transact,
      onceDurable: log.onceDurable,
      listAlterations: log.listAlterations,
      metAlteration: log.metAlteration,
      onChain: open,
      close() {
        if (database.isOpen) database.close()
      },
    }
    return { ...store, ...inTransactions(store) }
  }
  return open()
}

/** The last second that was seen of a chain; undefined when none was, or when it cannot be believed. */
function readLastSecond(meta: MetaRows): number | undefined {
  const value = meta.findMeta(CLOCKS_KEY)?.value
  return value === undefined ? undefined : (JSON.parse(value) as { chainSeconds: number }).chainSeconds
}

/** Each writer in a transaction, with what it logs. */
function inTransactions(store: SafetyStore): Pick<SafetyStore, (typeof WRITERS)[number]> {
  const wrap = (name: (typeof WRITERS)[number]) => {
    const write = store[name] as (...values: readonly unknown[]) => unknown
    return [name, (...values: readonly unknown[]) => store.transact(() => write(...values))]
  }
  return Object.fromEntries(WRITERS.map(wrap)) as Pick<SafetyStore, (typeof WRITERS)[number]>
}
