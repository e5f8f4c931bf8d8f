import type { Hex, TransactionReceipt } from 'viem'
import { isFinal } from '../evidence/confirmations.ts'
import type { PermitRow, PermitState } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { findExecutionOutcome } from './execution-outcome.ts'
import { findBody, type PermitBody } from './permit.ts'
import { type PressDeps, type PressStep, pressNonce } from './press-nonce.ts'
import type { Settler } from './settlement.ts'

/** What the chain says now of a permit that was settled. */
export interface Reconciled {
  readonly permitId: Hex
  readonly permitState: PermitState
  /** Undefined when the store has it in a form that cannot be read. */
  readonly body: PermitBody | undefined
  /**
   * `final` when enough blocks are on top, `moved` when it is in another block, `dropped` when it is in none, `unknown` when
   * the chain did not answer.
   */
  readonly found: 'final' | 'moved' | 'dropped' | 'unknown'
  /** Set when a transaction of the permit was mined, in whatever block. */
  readonly receipt?: TransactionReceipt
  /** Whether the action is in the chain now; undefined while that is open. */
  readonly happened?: boolean
  readonly step?: PressStep | 'failed'
  /** Why nothing is known: what was thrown. */
  readonly cause?: unknown
}

/** What settled permits are looked at again with. */
export interface ReconcileDeps extends PressDeps {
  readonly store: SafetyStore
  readonly settler: Settler
}

/**
 * Look again for the transactions of a settled permit whose block is not final; undefined while nothing changed. What is
 * found is found again until `keepReconciled`.
 */
export async function reconcilePermit(
  row: PermitRow,
  headNumber: bigint,
  deps: ReconcileDeps,
): Promise<Reconciled | undefined> {
  const { store } = deps
  const { permitId, blockHash, blockNumber } = row
  const subject = { permitId, permitState: row.state, body: findBody(row) }
  const signed = store.listTransactions(permitId)
  const executionOutcome = await findExecutionOutcome(row, signed, deps)
  if (executionOutcome === 'unclear') return { ...subject, found: 'dropped', step: 'waiting' }
  if (executionOutcome?.kind === 'mined') {
    const { receipt } = executionOutcome
    const happened = receipt.status === 'success' && executionOutcome.transaction !== 'cancel'
    if (receipt.blockHash !== blockHash) return { ...subject, found: 'moved', receipt, happened }
    return isFinal(receipt.blockNumber, headNumber)
      ? { ...subject, found: 'final', receipt, happened }
      : undefined
  }
  if (executionOutcome) return { ...subject, found: 'dropped', step: 'failed', happened: false }
  const step = await pressNonce(row, signed, deps)
  store.appendAudit('reorganised', { permitId, from: { blockNumber, blockHash }, to: null, step })
  return { ...subject, found: 'dropped', step }
}

/** Make durable what was found of a settled permit, once it was judged; what is still open stays as it is. */
export function keepReconciled(
  { permitId, found, receipt, happened }: Reconciled,
  { store, settler }: Pick<ReconcileDeps, 'store' | 'settler'>,
): void {
  store.transact(() => {
    const row = store.findPermit(permitId)
    if (row === undefined || happened === undefined) return
    if (found === 'final') {
      store.saveBlock(permitId, null)
      if (!happened && receipt) settler.release(row, receipt)
      return
    }
    const to = receipt ? { number: Number(receipt.blockNumber), hash: receipt.blockHash } : null
    store.saveBlock(permitId, to)
    const raised = settler.correct(row, happened)
    store.appendAudit('reorganised', {
      permitId,
      ...raised,
      from: { blockNumber: row.blockNumber, blockHash: row.blockHash },
      to: to && { blockNumber: to.number, blockHash: to.hash },
      happened,
    })
  })
}
