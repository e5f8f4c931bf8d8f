import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'
import type { LedgerEntry } from './ledger-rows.ts'
import type { PermitRow } from './permit-rows.ts'
import { readEntry } from './read-entry.ts'
import { verifyLedger } from './verify-ledger.ts'
import { verifyOrder } from './verify-order.ts'
import { verifyPermits } from './verify-permits.ts'

/** Rows of a store that the entries of its log speak of; without those of one kind nothing is said of them. */
export interface StoreRows {
  readonly permits: readonly PermitRow[]
  readonly ledger?: readonly LedgerEntry[] | undefined
  /** Those that are not what the log says of them, e.g. "ledger 0x…": they tell no order of entries. */
  readonly altered?: ReadonlySet<string>
}

/** Kinds of entries of which those that cannot be read are found by their permit. */
const OF_PERMITS: readonly string[] = ['permit', 'consumed']

/** Hold what the entries of a log say against the rows of the store. */
export function verifyStore(
  entries: readonly AuditEntryView[],
  { permits, ledger, altered = new Set() }: StoreRows,
): AuditFinding[] {
  const unreadable = entries.flatMap(({ index, kind, body }): AuditFinding[] =>
    OF_PERMITS.includes(kind) || readEntry(body)
      ? []
      : [
          {
            kind: 'entry-unreadable',
            where: `entry ${index}`,
            expected: `a ${kind} entry`,
            found: body.slice(0, 80),
          },
        ],
  )
  return [
    ...unreadable,
    ...verifyPermits(entries, permits),
    ...(ledger ? verifyLedger(entries, ledger) : []),
    ...verifyOrder(entries, {
      permits: permits.filter(({ permitId }) => !altered.has(`permits ${permitId}`)),
      ledger: ledger?.filter(({ permitId }) => !altered.has(`ledger ${permitId}`)),
    }),
  ]
}
