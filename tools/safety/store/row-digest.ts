import type { DatabaseSync } from 'node:sqlite'
import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { sha256Text } from '../../core/sha256.ts'

/** What a row's digest covers: every column. The audit log has its own chain of hashes. */
const DIGESTED = {
  permits: `permit_id, chain_id, state, tool, body, simulation_hash, issued_wall_ms, issued_chain_seconds, ttl_seconds,
    nonce, raw_transaction, transaction_hash, settlement, block_number, block_hash`,
  replacements: 'hash, permit_id, kind, raw_transaction',
  ledger: 'permit_id, state, amount_usdc, guarded, wall_ms, chain_seconds, until_seconds',
  attempts: 'id, wall_ms, chain_seconds',
  meta: 'key, value',
  entries: 'entry_id, port, kind, body, state, uses',
} as const

type Table = keyof typeof DIGESTED

/** The column that holds the digest of its row; SQLite computes it anew with every write of the row. */
export const digestColumn = (table: Table) =>
  `digest TEXT NOT NULL AS (row_digest('${table}', ${DIGESTED[table]})) STORED`

/** A condition that is true for an intact row and throws for a damaged one. */
export const isIntact = (table: Table) => `assert_intact(digest, '${table}', ${DIGESTED[table]})`

/** A value that is 1 for an intact row and 0 for a damaged one. */
export const tellsIntact = (table: Table) => `is_intact(digest, '${table}', ${DIGESTED[table]})`

interface Digested {
  readonly row: readonly unknown[]
  readonly digest: Hex
}

/**
 * Rows that were digested, by first column, the newest last: a row is read and changed many times, and a body is long.
 * Of each there are several versions, newest first.
 */
const recent = new Map<unknown, readonly Digested[]>()

/** How much of them is kept, and from how many characters on hashing again costs more than comparing. */
const MAX_ROWS = 256
const MAX_VERSIONS = 4
const MIN_LENGTH = 512

/** The digest of a row: nothing but its columns decide it, so that of an equal row is taken over. */
export function digestRow(...row: readonly unknown[]): Hex {
  if (!row.some(isLong)) return hashRow(row)
  const [key] = row
  const versions = recent.get(key) ?? []
  const known = versions.find((other) => isSame(other.row, row))
  if (known) return known.digest
  const digest = hashRow(row)
  recent.delete(key)
  recent.set(key, [{ row, digest }, ...versions].slice(0, MAX_VERSIONS))
  if (recent.size > MAX_ROWS) recent.delete(recent.keys().next().value)
  return digest
}

/** The digest of a row, whatever was digested before. */
export const hashRow = (row: readonly unknown[]): Hex => sha256Text(JSON.stringify(row))

const isLong = (column: unknown) => typeof column === 'string' && column.length >= MIN_LENGTH

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((column, at) => column === b[at])

/**
 * Teach a connection the functions above; nothing in the tables can be written or trusted without them.
 *
 * They tell accidents: a writer that can compute a digest is held by the signed checkpoints of the audit log.
 */
export function registerDigests(database: DatabaseSync, path: string): void {
  const options = { deterministic: true, varargs: true } as const
  database.function('row_digest', options, digestRow)
  const isDigest = (digest: unknown, row: readonly unknown[]) => digest === digestRow(...row)
  database.function('is_intact', options, (digest, ...row) => Number(isDigest(digest, row)))
  database.function('assert_intact', options, (digest, ...row) => {
    if (isDigest(digest, row)) return 1
    throw new ToolError('STORE_CORRUPT', { path, found: `a damaged row ${row.slice(0, 2).join(' ')}` })
  })
}

const TABLES = Object.keys(DIGESTED) as Table[]

/**
 * Hold every row against its digest but permits: one that is damaged is one that is altered, which the log tells.
 *
 * @throws ToolError STORE_CORRUPT
 */
export function assertRowsIntact(database: DatabaseSync): void {
  for (const table of TABLES.filter((name) => name !== 'permits')) {
    database.prepare(`SELECT count(*) FROM ${table} WHERE ${isIntact(table)}`).get()
  }
}

/** List the rows that are not as their digest says, each as its table and first column. */
export const listDamagedRows = (database: DatabaseSync): readonly string[] =>
  TABLES.flatMap((table) => {
    const columns = DIGESTED[table]
    const rows = database
      .prepare(`SELECT ${columns} FROM ${table} WHERE digest IS NOT row_digest('${table}', ${columns})`)
      .all()
    return rows.map((row) => `${table} ${Object.values(row)[0]}`)
  })

const FIRST_COLUMN: Readonly<Record<Table, string>> = {
  permits: 'permit_id',
  replacements: 'hash',
  ledger: 'permit_id',
  attempts: 'id',
  meta: 'key',
  entries: 'entry_id',
}

/** List the digest of every row, as the row is now, by its table and first column, e.g. "meta phase". */
export const listDigests = (database: DatabaseSync): readonly (readonly [string, string])[] =>
  TABLES.flatMap((table) =>
    database
      .prepare(
        `SELECT ${FIRST_COLUMN[table]} AS name, row_digest('${table}', ${DIGESTED[table]}) AS digest FROM ${table}`,
      )
      .all()
      .map(({ name, digest }) => [`${table} ${name}`, String(digest)] as const),
  )

/** Be told of every row that a connection writes, by table and first column: the digests before and after, null for no row. */
export function watchRows(
  database: DatabaseSync,
  note: (name: string, before: string | null, after: string | null) => void,
): void {
  const read = (digest: unknown) => (digest === null ? null : String(digest))
  database.function('note_row', { varargs: true }, (table, name, before, after) => {
    note(`${table} ${name}`, read(before), read(after))
    return null
  })
  for (const table of TABLES) {
    const name = FIRST_COLUMN[table]
    // A damaged row does not become an intact one by being written again.
    const before = `row_digest('${table}', ${DIGESTED[table].replaceAll(/\w+/g, 'OLD.$&')})`
    const tell = (event: string, row: string, digests: string) =>
      `CREATE TEMP TRIGGER IF NOT EXISTS note_${table}_${event.toLowerCase()} AFTER ${event} ON main.${table}
        BEGIN SELECT note_row('${table}', ${row}.${name}, ${digests}); END;`
    database.exec(
      [
        tell('INSERT', 'NEW', 'NULL, NEW.digest'),
        tell('UPDATE', 'NEW', `${before}, NEW.digest`),
        tell('DELETE', 'OLD', `${before}, NULL`),
      ].join(''),
    )
  }
}
