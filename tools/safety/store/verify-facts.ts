import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'
import { readEntry } from './read-entry.ts'

/** Kind of the entries that say what rows of the store became. */
export const FACTS_KIND = 'facts'

/** Digests of rows by table and first column, e.g. "meta phase"; null for a row that is no more. */
export type Facts = ReadonlyMap<string, string | null>

/** Read what the log says of every row: its newest word of each counts, and what cannot be read says nothing. */
export function readFacts(
  entries: Iterable<Pick<AuditEntryView, 'kind' | 'body'>>,
): Map<string, string | null> {
  const facts = new Map<string, string | null>()
  for (const { kind, body } of entries) {
    if (kind !== FACTS_KIND) continue
    for (const [name, digest] of Object.entries(readEntry<Record<string, string | null>>(body) ?? {})) {
      facts.set(name, digest)
    }
  }
  return facts
}

/** Tell what the log says of a row from what the row is; undefined when they are the same. */
export function findDifference(
  where: string,
  said: string | null | undefined,
  is: string | null | undefined,
): AuditFinding | undefined {
  const [expected, found] = [said ?? 'no such row', is ?? 'no such row']
  return expected === found ? undefined : { kind: 'fact-differs', where, expected, found }
}

/** Hold the rows of a store against the log: none may be missing, altered, older than its newest, or unheard of. */
export function verifyFacts(said: Facts, rows: Facts): AuditFinding[] {
  const names = new Set([...said.keys(), ...rows.keys()])
  return [...names].flatMap((name) => findDifference(name, said.get(name), rows.get(name)) ?? [])
}
