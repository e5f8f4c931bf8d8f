import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { registerDigests } from '../../tools/safety/store/row-digest.ts'
import { SCHEMA_SQL } from '../../tools/safety/store/sql.ts'
import { HarnessError } from '../errors.ts'

/** What happens to a store: to its file while its process is down, to its rows in memory at once. */
export type StoreDamage =
  | {
      readonly kind: 'rows'
      readonly table: string
      /** Value of the table's first column; the newest row for `last`, all rows without. */
      readonly key?: string | number
      /** What columns hold afterwards; the rows are gone without it. */
      readonly set?: Readonly<Record<string, string | number | null>>
    }
  | { readonly kind: 'file'; readonly becomes: 'gone' | 'copy'; readonly withCheckpoints: boolean }

/** The files of one store. */
export interface StoreFiles {
  readonly storePath: string
  readonly checkpointPath: string
}

const COPY = '.copy'

/** List the tables of a store with their columns, the key first, as production makes them. */
export function listStoreTables(): ReadonlyMap<string, readonly string[]> {
  const database = new DatabaseSync(':memory:')
  registerDigests(database, ':memory:')
  database.exec(SCHEMA_SQL)
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const found = tables.map(({ name }) => {
    // Computed columns are hidden: nobody can write them.
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${name}') ORDER BY pk DESC, cid`)
    return [String(name), columns.all().map((column) => String(column.name))] as const
  })
  database.close()
  return new Map(found)
}

const filesOf = ({ storePath, checkpointPath }: StoreFiles, withCheckpoints: boolean) => [
  storePath,
  `${storePath}-wal`,
  ...(withCheckpoints ? [checkpointPath] : []),
]

/** Keep a copy of everything that a store has on disk, as a machine's backup would find it. */
export function copyStore(files: StoreFiles): void {
  for (const path of filesOf(files, true)) {
    rmSync(path + COPY, { force: true })
    if (existsSync(path)) copyFileSync(path, path + COPY)
  }
}

/**
 * Damage the file of a store that no process holds; digests of rows are made anew, as an attacker who can write them would.
 *
 * @throws HarnessError STEP_IMPOSSIBLE when there is nothing to damage
 */
export function damageStore(damage: StoreDamage, files: StoreFiles): void {
  if (damage.kind === 'file') {
    const paths = filesOf(files, damage.withCheckpoints)
    if (damage.becomes === 'copy' && !existsSync(files.storePath + COPY)) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'there is no copy of the store', {
        hint: 'write copy: store before',
      })
    }
    for (const path of paths) {
      rmSync(path, { force: true })
      if (damage.becomes === 'copy' && existsSync(path + COPY)) copyFileSync(path + COPY, path)
    }
    return
  }
  const database = new DatabaseSync(files.storePath, { enableForeignKeyConstraints: false })
  try {
    registerDigests(database, files.storePath)
    damageRows(database, damage)
  } finally {
    database.close()
  }
}

/**
 * Damage rows behind the back of the process that has the database open.
 *
 * @throws HarnessError STEP_IMPOSSIBLE when there are no such rows, or the table takes none like them
 */
export function damageRows(
  database: DatabaseSync,
  { table, key, set }: StoreDamage & { readonly kind: 'rows' },
): void {
  const column = listStoreTables().get(table)?.[0]
  const where =
    key === undefined
      ? ''
      : key === 'last'
        ? ` WHERE rowid = (SELECT max(rowid) FROM ${table})`
        : ` WHERE ${column} = ?`
  const values = key === undefined || key === 'last' ? [] : [key]
  const sql =
    set === undefined
      ? `DELETE FROM ${table}${where}`
      : `UPDATE ${table} SET ${Object.keys(set).map((name) => `${name} = ?`)}${where}`
  const changes = runSql(database, sql, [...Object.values(set ?? {}), ...values], table)
  if (Number(changes.changes) === 0) {
    throw new HarnessError('STEP_IMPOSSIBLE', 'the store has no such row', {
      where: table,
      found: values.length === 0 ? 'an empty table' : `none with the key ${key}`,
      hint: 'damage a row that earlier steps wrote',
    })
  }
}

/** A rule of the table keeps some values out, even those that an attacker would write. */
function runSql(database: DatabaseSync, sql: string, values: readonly SQLInputValue[], table: string) {
  try {
    return database.prepare(sql).run(...values)
  } catch (cause) {
    throw new HarnessError('STEP_IMPOSSIBLE', 'the store does not take such rows', {
      where: table,
      found: (cause as Error).message,
      hint: 'write values that the columns can hold, or name one row by its key',
      cause,
    })
  }
}
