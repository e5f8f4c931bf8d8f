import type { DatabaseSync } from 'node:sqlite'
import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditRows } from './audit-rows.ts'
import type { AuditFinding } from './finding.ts'
import { listDigests, watchRows } from './row-digest.ts'
import type { Statements } from './statements.ts'
import { FACTS_KIND, findDifference, readFacts, verifyFacts } from './verify-facts.ts'

/** What the audit log says of rows: each write of a row is logged with its digest, in the same transaction. */
export interface RowLog {
  /** Run a function in one transaction: all of its writes or none. */
  transact<T>(body: () => T): T
  /** Run something once the running transaction is durable, and not at all where it is rolled back; without one at once. */
  onceDurable(run: () => void): void
  /** What the log says of a row, by table and first column, e.g. "meta phase"; null and undefined for no row. */
  saidOf(name: string): string | null | undefined
  /** Whether a row with this digest is what the log says, or this transaction wrote. */
  isFact(name: string, digest: string | undefined): boolean
  /** Note a row that was read and is damaged. */
  meetDamage(name: string): void
  /** What of the store is not what the log says of it: rows that are missing, altered, set back or unheard of. */
  listAlterations(): readonly AuditFinding[]
  /** The first row that was another than the log says when it was read or written; undefined when none was. */
  metAlteration(): AuditFinding | undefined
}

/** Create the log of the rows of a database. */
export function createRowLog(
  database: DatabaseSync,
  sql: Statements,
  audit: Pick<AuditRows, 'appendAudit'>,
): RowLog {
  let depth = 0
  let waiting: (() => void)[] = []
  let isWatched = false
  let logged: Map<string, string | null> | undefined
  let met: AuditFinding | undefined
  const written = new Map<string, string | null>()
  /** What the log says of every row; read once, then kept. */
  const readLogged = () => {
    logged ??= readFacts(
      sql('SELECT kind, body FROM audit WHERE kind = ? ORDER BY entry').iterate(
        FACTS_KIND,
      ) as unknown as Iterable<AuditEntryView>,
    )
    return logged
  }
  const isFact = (name: string, digest: string | undefined) =>
    ((written.has(name) ? written.get(name) : readLogged().get(name)) ?? undefined) === digest
  /** The log takes over no row that was another than it said, at its next writing either; a writer of a fact looked at it before. */
  const noteRow = (name: string, before: string | null, after: string | null) => {
    if (isFact(name, before ?? undefined) || name.startsWith('meta ')) written.set(name, after)
    else met ??= findDifference(name, readLogged().get(name), before)
  }

  return {
    saidOf: (name) => readLogged().get(name),
    isFact,
    listAlterations: () => verifyFacts(readLogged(), new Map(listDigests(database))),
    metAlteration: () => met,
    meetDamage(name) {
      met ??= findDifference(name, readLogged().get(name), 'a damaged row')
    },
    onceDurable(run) {
      if (depth > 0) waiting.push(run)
      else run()
    },
    transact(body) {
      if (depth > 0) return body()
      if (!isWatched) {
        watchRows(database, (name, before, after) => {
          if (depth > 0) noteRow(name, before, after)
        })
        isWatched = true
      }
      readLogged()
      sql('BEGIN IMMEDIATE').run()
      depth += 1
      let result: ReturnType<typeof body>
      let durable: readonly (() => void)[] = []
      try {
        result = body()
        const facts = [...written]
        if (facts.length > 0) audit.appendAudit(FACTS_KIND, Object.fromEntries(facts))
        sql('COMMIT').run()
        for (const [name, digest] of facts) logged?.set(name, digest)
        durable = waiting
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      } finally {
        written.clear()
        waiting = []
        depth -= 1
      }
      for (const run of durable) run()
      return result
    },
  }
}
