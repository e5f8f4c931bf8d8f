import type { Hex } from 'viem'
import type { AuditEntryView, SafetyView } from '../../core/safety-view.ts'

/** Most entries of the log that are looked through, the newest. */
const MOST_ENTRIES = 5_000

/** Entries that are read at once. */
const PAGE = 500

/** What became of an action that was carried out, as the books say it. */
export interface SettledAction {
  readonly permitId: Hex
  readonly actionType: string
  readonly tool: string
  /** When it was decided, milliseconds. */
  readonly atWallMs: number
  /** Profit or loss at the prices of its decision, gas included, USDC base units; undefined where it is not known. */
  readonly pnlUsdc: bigint | undefined
  readonly gasUsdc: bigint | undefined
  /** Whether it came to what was expected. */
  readonly isVerified: boolean
}

interface Amount {
  readonly baseUnits: string
}

/** The record of an action, as the agent writes it into the log. */
interface ActionEntry {
  readonly actionType: string
  readonly toolName: string | null
  readonly permitId: Hex | null
  readonly status: string
  readonly gasCost: Amount | null
  readonly outcome: { readonly verified: boolean; readonly pnlImpact: Amount | null } | null
}

/**
 * Read what became of the actions that were carried out, in their order; of one that was judged again the last word. Those
 * that a reorganisation took back are no longer among them.
 */
export function readSettledActions(safety: Pick<SafetyView, 'audit' | 'nextAuditIndex' | 'permit'>): {
  readonly actions: readonly SettledAction[]
  readonly isComplete: boolean
} {
  const end = safety.nextAuditIndex()
  const start = Math.max(0, end - MOST_ENTRIES)
  const byPermit = new Map<Hex, ActionEntry>()
  for (let from = start; from < end; from += PAGE) {
    for (const entry of safety.audit(from, Math.min(PAGE, end - from))) {
      const action = readAction(entry)
      if (action?.permitId) byPermit.set(action.permitId, action)
    }
  }
  const actions = [...byPermit].flatMap(([permitId, action]): SettledAction[] => {
    const permit = safety.permit(permitId)
    // What was only signed moves nothing by itself.
    if (action.status !== 'executed' || permit === undefined || action.outcome === null) return []
    return [
      {
        permitId,
        actionType: action.actionType,
        tool: action.toolName ?? permit.tool,
        atWallMs: permit.issuedAtWallMs,
        pnlUsdc: amountOf(action.outcome.pnlImpact),
        gasUsdc: amountOf(action.gasCost),
        isVerified: action.outcome.verified,
      },
    ]
  })
  return { actions, isComplete: start === 0 }
}

const readAction = ({ kind, body }: AuditEntryView): ActionEntry | undefined =>
  kind === 'action' ? (JSON.parse(body) as ActionEntry) : undefined

const amountOf = (amount: Amount | null) => (amount === null ? undefined : BigInt(amount.baseUnits))

/** Add amounts; undefined once one of them is not known. */
export function sumKnown(amounts: readonly (bigint | undefined)[]): bigint | undefined {
  let total = 0n
  for (const amount of amounts) {
    if (amount === undefined) return undefined
    total += amount
  }
  return total
}
