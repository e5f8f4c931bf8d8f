/** What verifying an audit log can find. */
export type AuditFindingKind =
  // the chain by itself
  | 'entry-missing'
  | 'entry-misplaced'
  | 'entry-changed'
  // the chain against its checkpoints
  | 'log-truncated'
  | 'log-rewritten'
  | 'checkpoints-corrupt'
  | 'checkpoints-truncated'
  | 'checkpoint-misplaced'
  | 'checkpoint-foreign-signer'
  | 'checkpoint-foreign-store'
  // what stands beside the log
  | 'row-damaged'
  // what the entries say
  | 'entry-unreadable'
  | 'transition-from-terminal'
  | 'transition-unexplained'
  | 'consumption-repeated'
  | 'consumption-unexplained'
  | 'consumption-missing'
  | 'permit-unexplained'
  | 'permit-state-differs'
  | 'permit-body-differs'
  | 'transaction-differs'
  | 'ledger-differs'
  | 'entry-reordered'
  // the rows against what the log says of them
  | 'fact-differs'

/** One thing that is wrong with an audit log. */
export interface AuditFinding {
  readonly kind: AuditFindingKind
  /** "entry 7", "checkpoint 2" or "permit 0x…". */
  readonly where: string
  readonly expected: string
  readonly found: string
}

/** Findings under which a store still serves exits and the halt; as the log tells of the row as well, risk is denied. */
const SERVABLE: readonly AuditFindingKind[] = ['permit-body-differs']

/** The first finding under which nothing may be done at all; undefined when there is none. */
export const findRefusal = (findings: readonly AuditFinding[]): AuditFinding | undefined =>
  findings.find(({ kind }) => !SERVABLE.includes(kind))
