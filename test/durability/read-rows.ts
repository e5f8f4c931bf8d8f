import type { DatabaseSync } from 'node:sqlite'

/** Every table but the audit log, which only grows and is held against its hashes. */
const TABLES = ['permits', 'replacements', 'ledger', 'attempts', 'meta']

/** Read all that a store holds besides its log, a text for each row. */
export const readRows = (database: DatabaseSync): string[] =>
  TABLES.flatMap((table) =>
    database
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map((row) => `${table} ${JSON.stringify(row)}`),
  )
