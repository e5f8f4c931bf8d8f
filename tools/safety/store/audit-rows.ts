import type { Hex } from 'viem'
import { toCanonicalJson } from '../../core/json.ts'
import type { AuditEntryView } from '../../core/safety-view.ts'
import { GENESIS_HASH, hashEntry } from './hash-entry.ts'
import type { Statements } from './statements.ts'
import { verifyChain } from './verify-chain.ts'

/** The audit log of a store. */
export interface AuditRows {
  appendAudit(kind: string, body: unknown): Hex
  /** Number of audit entries and hash of the last one. */
  auditHead(): { entries: number; hash: Hex }
  readAudit(fromEntry: number, limit: number): AuditEntryView[]
  verifyAudit(): { ok: boolean; entries: number; problem?: string }
}

const COLUMNS = 'entry AS "index", kind, body, previous_hash AS previousHash, hash'

/** Create the audit log over statements. */
export function createAuditRows(sql: Statements): AuditRows {
  const auditHead: AuditRows['auditHead'] = () => {
    const last = sql('SELECT entry AS entries, hash FROM audit ORDER BY entry DESC LIMIT 1').get()
    return (last ?? { entries: 0, hash: GENESIS_HASH }) as { entries: number; hash: Hex }
  }
  return {
    appendAudit(kind, body) {
      const { entries, hash: previousHash } = auditHead()
      const entry = entries + 1
      const text = toCanonicalJson(body)
      const hash = hashEntry(entry, kind, text, previousHash)
      sql('INSERT INTO audit (entry, kind, body, previous_hash, hash) VALUES (?, ?, ?, ?, ?)').run(
        entry,
        kind,
        text,
        previousHash,
        hash,
      )
      return hash
    },
    auditHead,
    readAudit(fromEntry, limit) {
      return sql(`SELECT ${COLUMNS} FROM audit WHERE entry >= ? ORDER BY entry LIMIT ?`).all(
        fromEntry,
        limit,
      ) as unknown as AuditEntryView[]
    },
    verifyAudit() {
      const rows = sql(`SELECT ${COLUMNS} FROM audit ORDER BY entry`).iterate()
      const [problem] = verifyChain(rows as unknown as Iterable<AuditEntryView>)
      const { entries } = auditHead()
      return problem
        ? { ok: false, entries, problem: `${problem.where}: ${problem.kind.replace('-', ' ')}` }
        : { ok: true, entries }
    },
  }
}
