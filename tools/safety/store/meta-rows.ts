import { ToolError } from '../../core/errors.ts'
import { keyOn, readChainId } from './chain-keys.ts'
import { isIntact } from './row-digest.ts'
import type { RowLog } from './row-log.ts'
import type { Statements } from './statements.ts'

/** The facts of a store, by key; of one chain, those that are of a chain are its own. */
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
  /**
   * Read a fact of every other chain that has it, by chain.
   *
   * @throws ToolError STORE_ALTERED
   */
  readElsewhere(key: string): readonly { readonly chainId: number; readonly value: string }[]
}

interface MetaRow {
  readonly value: string
  readonly digest: string
}

const FIND = 'SELECT value, digest FROM meta WHERE key = ?'
const LIST_KEYS = 'SELECT key FROM meta WHERE key >= ? AND key < ? ORDER BY key'
const HOLD = `SELECT 1 FROM meta WHERE key = ? AND ${isIntact('meta')}`

/** Create the facts over statements; what the log says of them is asked before one is believed. */
export function createMetaRows(
  sql: Statements,
  log: Pick<RowLog, 'isFact' | 'saidOf'>,
  chainId: number | undefined,
): MetaRows {
  const nameOf = (key: string) => keyOn(chainId, key)
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
  const readNamed = (name: string) => {
    const row = readRow(name)
    const where = `meta ${name}`
    if (log.isFact(where, row?.digest)) return row?.value
    throw new ToolError('STORE_ALTERED', {
      where,
      expected: log.saidOf(where) ?? 'no such row',
      found: row?.digest ?? 'no such row',
    })
  }
  return {
    findMeta(key) {
      const name = nameOf(key)
      const row = readRow(name)
      return log.isFact(`meta ${name}`, row?.digest) ? { value: row?.value } : undefined
    },
    readMeta: (key) => readNamed(nameOf(key)),
    isMetaIntact(key) {
      const name = nameOf(key)
      return log.isFact(`meta ${name}`, readRow(name)?.digest)
    },
    writeMeta(key, value) {
      sql(`INSERT INTO meta (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`).run(nameOf(key), value)
    },
    readElsewhere: (key) =>
      sql(LIST_KEYS)
        .all(`${key}@`, `${key}@:`)
        .flatMap(({ key: name }) => {
          const other = readChainId(String(name))
          const value = other === undefined || other === chainId ? undefined : readNamed(String(name))
          return other === undefined || value === undefined ? [] : [{ chainId: other, value }]
        }),
  }
}
