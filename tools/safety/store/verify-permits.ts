import { keccak256 } from '../../core/keccak256.ts'
import type { AuditEntryView } from '../../core/safety-view.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { AuditFinding } from './finding.ts'
import type { PermitRow, PermitState } from './permit-rows.ts'
import { readEntry } from './read-entry.ts'

/** States that a permit never leaves. */
const TERMINAL: readonly string[] = ['committed', 'cancelled', 'expired', 'failed'] satisfies PermitState[]

/** States that a permit reaches by being used up only. */
const CONSUMED: readonly string[] = ['committing', 'committed', 'failed'] satisfies PermitState[]

interface Body {
  readonly permitId?: string
  readonly from?: string
  readonly to?: string
  readonly simulationHash?: string
  readonly bodyHash?: string
  readonly note?: { readonly hash?: string; readonly signature?: string; readonly receipt?: string }
}

/** What the log says of one permit. */
interface Life {
  state: string | undefined
  issuedHash?: string | undefined
  bodyHash?: string | undefined
  consumptions: { readonly where: string; readonly simulationHash: string | undefined }[]
  transactionHash?: string
  /** Whether it ended without a transaction, as a signature and what happens off the chain do. */
  isUnsent?: boolean
}

type Add = (kind: AuditFinding['kind'], where: string, expected: string, found: string) => void

/** Read what the log says of each permit, from its issue to its end. */
function readLives(entries: readonly AuditEntryView[], add: Add): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>()

  const move = (life: Life, where: string, from: string | undefined, to: string) => {
    if (life.state !== undefined && TERMINAL.includes(life.state)) {
      add('transition-from-terminal', where, `${life.state} is final`, `${life.state} → ${to}`)
    } else if (life.state !== from) {
      add('transition-unexplained', where, `from ${life.state ?? 'nothing'}`, `from ${from ?? 'nothing'}`)
    }
    life.state = to
  }

  for (const { index, kind, body } of entries) {
    if (kind !== 'permit' && kind !== 'consumed') continue
    const where = `entry ${index}`
    const said = readEntry<Body>(body)
    if (said?.permitId === undefined || (kind === 'permit' && said.to === undefined)) {
      add('entry-unreadable', where, `a ${kind} entry`, body.slice(0, 80))
      continue
    }
    const life = lives.get(said.permitId) ?? { state: undefined, consumptions: [] }
    lives.set(said.permitId, life)
    if (kind === 'consumed') {
      move(life, where, 'pending', 'committing')
      life.consumptions.push({ where, simulationHash: said.simulationHash })
      continue
    }
    move(life, where, said.from, said.to as string)
    if (said.from === undefined) {
      life.issuedHash = said.simulationHash
      life.bodyHash = said.bodyHash
    }
    if (said.note?.hash !== undefined) life.transactionHash = said.note.hash
    const { signature, receipt } = said.note ?? {}
    if (signature !== undefined || receipt !== undefined) life.isUnsent = true
  }
  return lives
}

/** Hold what the entries say of permits against the permits themselves: consumptions and permits are 1:1. */
export function verifyPermits(
  entries: readonly AuditEntryView[],
  permits: readonly PermitRow[],
): AuditFinding[] {
  const findings: AuditFinding[] = []
  const add: Add = (kind, where, expected, found) => {
    findings.push({ kind, where, expected, found })
  }
  const lives = readLives(entries, add)
  const rows = new Map(permits.map((row) => [row.permitId as string, row]))
  const transactions = new Set<string>()
  for (const [permitId, life] of lives) {
    const row = rows.get(permitId)
    const where = `permit ${permitId}`
    const [first, second] = life.consumptions
    if (second) add('consumption-repeated', second.where, 'one consumption', `a second one of ${permitId}`)
    if (row === undefined) {
      add(first ? 'consumption-unexplained' : 'permit-unexplained', where, 'a permit', 'none in the store')
      continue
    }
    if (life.state !== row.state) add('permit-state-differs', where, life.state ?? 'nothing', row.state)
    const bodyHash = sha256Text(row.body)
    if (life.bodyHash !== bodyHash) {
      const kind = life.bodyHash === undefined ? 'permit-state-differs' : 'permit-body-differs'
      add(kind, where, `a body with hash ${life.bodyHash ?? 'unknown'}`, bodyHash)
    }
    for (const hash of first ? [life.issuedHash, first.simulationHash] : [life.issuedHash]) {
      if (hash !== row.simulationHash) {
        add('permit-state-differs', where, hash ?? 'a simulation hash', row.simulationHash)
      }
    }
  }
  for (const row of permits) {
    const where = `permit ${row.permitId}`
    const life = lives.get(row.permitId)
    if (life === undefined) add('permit-unexplained', where, 'an entry that issues it', 'none')
    const isConsumed = life !== undefined && life.consumptions.length > 0
    if (CONSUMED.includes(row.state) && !isConsumed) {
      add('consumption-missing', where, 'an entry that uses it up', `state ${row.state}`)
    }
    const { rawTransaction, transactionHash } = row
    if (rawTransaction === null && row.state === 'committed' && !life?.isUnsent) {
      add('transaction-differs', where, 'its signed transaction', 'none')
    }
    if (rawTransaction === null) continue
    if (!isConsumed) add('consumption-missing', where, 'an entry that uses it up', 'a signed transaction')
    const computed = keccak256(rawTransaction)
    if (computed !== transactionHash) {
      add('transaction-differs', where, computed, transactionHash ?? 'no hash')
    }
    if (transactions.has(computed)) {
      add('transaction-differs', where, 'a transaction of its own', `${computed}, of another permit`)
    }
    transactions.add(computed)
    if (life?.transactionHash !== undefined && life.transactionHash !== transactionHash) {
      add('transaction-differs', where, life.transactionHash, transactionHash ?? 'no hash')
    }
  }
  return findings
}
