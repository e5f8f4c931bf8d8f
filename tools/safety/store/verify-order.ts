import type { AuditEntryView } from '../../core/safety-view.ts'
import type { ClockReading } from './clocks.ts'
import type { AuditFinding } from './finding.ts'
import type { LedgerEntry } from './ledger-rows.ts'
import type { PermitRow } from './permit-rows.ts'
import { readEntry } from './read-entry.ts'

interface Body {
  readonly permitId?: string
  readonly from?: string
  readonly epoch?: number
  readonly entries?: number
  readonly wallMs?: number
  readonly sinceWallMs?: number
  readonly reason?: string
}

/** An entry that can be read. */
interface Said extends Body {
  readonly index: number
  readonly kind: string
}

/** Entries that tell what became of a permit that was used up. */
const AFTER_USE: readonly string[] = ['recovery', 'reorganised', 'released']

/**
 * Find entries that stand where they cannot have been written: what they tell of has an order of its own, by the clocks
 * that other tables keep, by numbers that only rise, or since one follows from another.
 */
export function verifyOrder(
  entries: readonly AuditEntryView[],
  rows: { readonly permits: readonly PermitRow[]; readonly ledger?: readonly LedgerEntry[] | undefined },
): AuditFinding[] {
  const said = entries.flatMap(({ index, kind, body }): Said[] => {
    const read = readEntry<Body>(body)
    return read ? [{ ...read, index, kind }] : []
  })
  return [
    ...verifyClocks(said, rows),
    ...verifyRising(said, 'phase', ({ epoch }) => epoch),
    ...verifyRising(said, 'checkpoint', (entry) => entry.entries),
    ...said.flatMap(({ kind, index, entries: covered = 0 }) =>
      kind === 'checkpoint' && covered >= index ? [misplaced(index, `behind entry ${covered}`)] : [],
    ),
    ...verifyUses(said),
    ...verifyHalts(said),
  ]
}

const misplaced = (index: number, expected: string): AuditFinding => ({
  kind: 'entry-reordered',
  where: `entry ${index}`,
  expected,
  found: 'before it',
})

/**
 * Permits of a chain are issued and used up at its high-water mark, which never falls. Both clocks have to say so: while a
 * store is not what its log says the mark is not kept, and exits pass all the same.
 */
function verifyClocks(
  said: readonly Said[],
  { permits, ledger = [] }: Parameters<typeof verifyOrder>[1],
): AuditFinding[] {
  const permitOf = new Map(permits.map((row) => [row.permitId as string, row]))
  const useOf = new Map(ledger.map((entry) => [entry.permitId as string, entry]))
  const marks = new Map<number, ClockReading & { readonly index: number }>()
  return said.flatMap(({ index, kind, permitId = '', from }): AuditFinding[] => {
    const row = permitOf.get(permitId)
    if (row === undefined) return []
    const issued = { wallMs: row.issuedWallMs, chainSeconds: row.issuedChainSeconds }
    const isIssue = kind === 'permit' && from === undefined
    const at = isIssue ? issued : kind === 'consumed' ? useOf.get(permitId) : undefined
    if (at === undefined) return []
    const mark = marks.get(row.chainId)
    if (mark && at.wallMs < mark.wallMs && at.chainSeconds < mark.chainSeconds) {
      return [misplaced(mark.index, `behind entry ${index}, which was earlier`)]
    }
    marks.set(row.chainId, { wallMs: at.wallMs, chainSeconds: at.chainSeconds, index })
    return []
  })
}

/** What entries of a kind count rises from one to the next. */
function verifyRising(
  said: readonly Said[],
  kind: string,
  read: (entry: Said) => number | undefined,
): AuditFinding[] {
  let last: { readonly value: number; readonly index: number } | undefined
  return said.flatMap((entry): AuditFinding[] => {
    const value = entry.kind === kind ? read(entry) : undefined
    if (typeof value !== 'number') return []
    const before = last
    last = { value, index: entry.index }
    return before && value <= before.value ? [misplaced(before.index, `behind entry ${entry.index}`)] : []
  })
}

/** What became of a permit after it was used up stands behind its use. */
function verifyUses(said: readonly Said[]): AuditFinding[] {
  const useOf = new Map(
    said.flatMap(({ kind, permitId, index }) => (kind === 'consumed' && permitId ? [[permitId, index]] : [])),
  )
  return said.flatMap(({ index, kind, permitId = '' }) => {
    const use = useOf.get(permitId)
    return AFTER_USE.includes(kind) && use !== undefined && use > index
      ? [misplaced(index, `behind entry ${use}`)]
      : []
  })
}

/** A halt is lifted before the next one, and behind where it began. */
function verifyHalts(said: readonly Said[]): AuditFinding[] {
  const halts = said.filter(({ kind }) => kind === 'halt')
  let open: Said | undefined
  return said.flatMap((entry): AuditFinding[] => {
    const { index, kind } = entry
    const before = open
    if (kind === 'halt') {
      open = entry
      return before ? [misplaced(index, 'behind what lifts the halt before')] : []
    }
    if (kind !== 'halt-cleared') return []
    open = undefined
    const begun = halts.find(({ wallMs, reason }) => wallMs === entry.sinceWallMs && reason === entry.reason)
    return begun && begun.index > index ? [misplaced(index, `behind entry ${begun.index}`)] : []
  })
}
