import { ToolError } from '../../core/errors.ts'
import { isIntact } from './row-digest.ts'
import type { RowLog } from './row-log.ts'
import type { Statements } from './statements.ts'

/** The facts of a store, by key. */
export interface MetaRows {
  /**
   * Read a fact; undefined when it was never written.
   *
   * @throws ToolError STORE_ALTERED when the log says that it is another one, or that there is one
   */
  readMeta(key: string): string | undefined
  /** Read a fact, with undefined as its value when it was never written; undefined when the log says that it is another one. */
  findMeta(key: string): { readonly value: string | undefined } | undefined
  writeMeta(key: string, value: string): void
  /** Whether a fact is what the log says of it. */
  isMetaIntact(key: string): boolean
}

interface MetaRow {
  readonly value: string
  readonly digest: string
}

const FIND = 'SELECT value, digest FROM meta WHERE key = ?'
const HOLD = `SELECT 1 FROM meta WHERE key = ? AND ${isIntact('meta')}`

/** Create the facts over statements; what the log says of them is asked before one is believed. */
export function createMetaRows(sql: Statements, log: Pick<RowLog, 'isFact' | 'saidOf'>): MetaRows {
  const intact = new Map<string, MetaRow>()
  /** Read a row anew each time, and hold it against its digest when it is not the one that was held against it before. */
  const readRow = (key: string): MetaRow | undefined => {
    const row = sql(FIND).get(key) as MetaRow | undefined
    const known = intact.get(key)
    if (row === undefined || (row.value === known?.value && row.digest === known.digest)) return row
    sql(HOLD).get(key)
    intact.set(key, row)
    return row
  }
  return {
    findMeta(key) {
      const row = readRow(key)
      return log.isFact(`meta ${key}`, row?.digest) ? { value: row?.value } : undefined
    },
    readMeta(key) {
      const row = readRow(key)
      const name = `meta ${key}`
      if (log.isFact(name, row?.digest)) return row?.value
      throw new ToolError('STORE_ALTERED', {
        where: name,
        expected: log.saidOf(name) ?? 'no such row',
        found: row?.digest ?? 'no such row',
      })
    },
    isMetaIntact: (key) => log.isFact(`meta ${key}`, readRow(key)?.digest),
    writeMeta(key, value) {
      sql(`INSERT INTO meta (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`).run(key, value)
    },
  }
}
