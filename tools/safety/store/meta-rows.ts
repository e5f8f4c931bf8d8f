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
  writeMeta(key: string, value: string): void
  /** Whether a fact is what the log says of it. */
  isMetaIntact(key: string): boolean
}

/** Create the facts over statements; what the log says of them is asked before one is believed. */
export function createMetaRows(sql: Statements, log: Pick<RowLog, 'isFact' | 'saidOf'>): MetaRows {
  const readRow = (key: string) =>
    sql(`SELECT value, digest FROM meta WHERE key = ? AND ${isIntact('meta')}`).get(key) as
      | { value: string; digest: string }
      | undefined
  return {
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
