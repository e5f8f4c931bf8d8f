import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'
import { GENESIS_HASH, hashEntry } from './hash-entry.ts'

/** Check that entries follow each other from a given one on; each break is one finding. */
export function verifyChain(
  entries: Iterable<AuditEntryView>,
  after: { readonly entries: number; readonly hash: string } = { entries: 0, hash: GENESIS_HASH },
): AuditFinding[] {
  const findings: AuditFinding[] = []
  let expectedIndex = after.entries + 1
  let previousHash = after.hash
  for (const { index, kind, body, previousHash: previous, hash } of entries) {
    const where = `entry ${index}`
    if (index !== expectedIndex) {
      findings.push({
        kind: 'entry-missing',
        where: `entry ${expectedIndex}`,
        expected: 'no gap',
        found: where,
      })
    } else if (previous !== previousHash) {
      findings.push({ kind: 'entry-misplaced', where, expected: `after ${previousHash}`, found: previous })
    }
    const computed = hashEntry(index, kind, body, previous)
    if (computed !== hash) findings.push({ kind: 'entry-changed', where, expected: hash, found: computed })
    previousHash = hash
    expectedIndex = index + 1
  }
  return findings
}
