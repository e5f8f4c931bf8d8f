import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Gives the prepared statement of a text; each is prepared once. */
export type Statements = (text: string) => StatementSync

/** Create the statements of a database. */
export function createStatements(database: DatabaseSync): Statements {
  const statements = new Map<string, StatementSync>()
  return (text) => {
    let statement = statements.get(text)
    if (statement === undefined) {
      statement = database.prepare(text)
      statements.set(text, statement)
    }
    return statement
  }
}
