import { formatUsdc } from '../../core/amount.ts'
import type { AuditEntryView } from '../../core/safety-view.ts'
import type { AuditFinding } from './finding.ts'
import type { LedgerEntry } from './ledger-rows.ts'
import { readEntry } from './read-entry.ts'

interface Body {
  readonly permitId?: string
  readonly spend?: { readonly totalUsdc?: string }
  readonly note?: { readonly spentUsdc?: string }
  readonly raisedToUsdc?: string
  readonly loweredToUsdc?: string
}

/** A log that was changed may hold anything in place of an amount. */
const describe = (state: string, amountUsdc: string) =>
  `${state} ${/^(0|[1-9]\d{0,77})$/.test(amountUsdc) ? formatUsdc(BigInt(amountUsdc)) : amountUsdc}`
/** Entries that say what a permit counts for. */
const KINDS: readonly string[] = ['consumed', 'permit', 'reorganised', 'released']

/** Hold the spending ledger against what the log says was reserved and spent. */
export function verifyLedger(
  entries: readonly AuditEntryView[],
  ledger: readonly LedgerEntry[],
): AuditFinding[] {
  const said = new Map<string, { state: string; amountUsdc: string }>()
  for (const { kind, body } of entries) {
    if (!KINDS.includes(kind)) continue
    const { permitId, spend, note, raisedToUsdc, loweredToUsdc } = readEntry<Body>(body) ?? {}
    if (permitId === undefined) continue
    if (spend?.totalUsdc !== undefined) said.set(permitId, { state: 'reserved', amountUsdc: spend.totalUsdc })
    const spent = note?.spentUsdc ?? raisedToUsdc ?? loweredToUsdc
    if (spent !== undefined) said.set(permitId, { state: 'spent', amountUsdc: spent })
  }
  const findings: AuditFinding[] = []
  for (const { permitId, state, amountUsdc } of ledger) {
    const expected = said.get(permitId)
    said.delete(permitId)
    const found = describe(state, String(amountUsdc))
    const wanted = expected ? describe(expected.state, expected.amountUsdc) : 'nothing'
    if (wanted !== found) {
      findings.push({ kind: 'ledger-differs', where: `permit ${permitId}`, expected: wanted, found })
    }
  }
  for (const [permitId, { state, amountUsdc }] of said) {
    findings.push({
      kind: 'ledger-differs',
      where: `permit ${permitId}`,
      expected: describe(state, amountUsdc),
      found: 'nothing',
    })
  }
  return findings
}
