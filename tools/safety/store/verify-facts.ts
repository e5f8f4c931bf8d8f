import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'

/** Kind of the entries that say what rows of the store became. */
export const FACTS_KIND = 'facts'

/** Digests of rows by table and first column, e.g. "meta phase"; null for a row that is no more. */
export type Facts = ReadonlyMap<string, string | null>

/** Read what the log says of every row: its newest word of each counts. */
export function readFacts(
  entries: Iterable<Pick<AuditEntryView, 'kind' | 'body'>>,
): Map<string, string | null> {
  const facts = new Map<string, string | null>()
  for (const { kind, body } of entries) {
    if (kind !== FACTS_KIND) continue
    for (const [name, digest] of Object.entries(JSON.parse(body) as Record<string, string | null>)) {
      facts.set(name, digest)
    }
  }
  return facts
}

/** Hold the rows of a store against the log: none may be missing, altered, older than its newest, or unheard of. */
export function verifyFacts(said: Facts, rows: Facts): AuditFinding[] {
  const names = new Set([...said.keys(), ...rows.keys()])
  return [...names].flatMap((name): AuditFinding[] => {
    const [expected, found] = [said.get(name) ?? 'no such row', rows.get(name) ?? 'no such row']
    return expected === found ? [] : [{ kind: 'fact-differs', where: name, expected, found }]
  })
}
