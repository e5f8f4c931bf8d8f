import type { Hex, TransactionReceipt } from 'viem'
import { describeCause } from '../../core/describe-cause.ts'
import type { LocalCustody } from '../custody/local-custody.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import { isStoreFailure } from '../store/store-failure.ts'
import { findExecutionOutcome, proveReceipt, readLowerHead } from './execution-outcome.ts'
import { findBody } from './permit.ts'
import { type PressStep, pressNonce } from './press-nonce.ts'
import { keepReconciled, type ReconcileDeps, type Reconciled, reconcilePermit } from './reconcile-permit.ts'
import { settleLocal } from './settle-local.ts'

/** What recovery did about a permit. */
export type RecoveryStep =
  | PressStep
  /** It is settled: its nonce was used, or nothing was ever sent. */
  | 'committed'
  | 'failed'
  /** The chain did not answer, or no signer is there: nothing is known. */
  | 'unknown'

/** What became of one permit. */
export interface Recovered {
  readonly permitId: Hex
  readonly step: RecoveryStep
  readonly reason?: string
}

/** Brings permits to an end that a crash, a lost answer or a reorganisation left open; never with a second nonce. */
export interface Recovery {
  /** Settle, send again or cancel what is open. */
  recover(): Promise<readonly Recovered[]>
  /** Look again for the transactions of settled permits whose block is not final; what is found is found again until it was judged. */
  reconcile(): Promise<readonly Reconciled[]>
  /** Make durable what was found of a permit, once it was judged. */
  noteJudged(found: Reconciled): void
  /**
   * Hold the receipt of an action that was just mined against what the second provider shows of it; answers whether it
   * is proven by that.
   *
   * @throws ToolError TRANSACTION_PENDING, PROVIDERS_DISAGREE
   */
  prove(row: PermitRow, receipt: TransactionReceipt): Promise<boolean>
}

/** Create recovery over the store and the one thing that signs. */
export function createRecovery(
  deps: ReconcileDeps & { readonly local: Pick<LocalCustody, 'readReceipt'> },
): Recovery {
  const { store, settler } = deps
  const recoverOne = async (row: PermitRow): Promise<RecoveryStep> => {
    const signed = store.listTransactions(row.permitId)
    if (signed.length === 0) {
      const plan = findBody(row)?.plan
      if (plan?.kind === 'local') return settleLocal(row, plan, deps)
      // A signature leaves no trace on the way out, and what cannot be read may have been one.
      const isSignature = plan?.kind !== 'transaction'
      return settler.settle(row, { kind: isSignature ? 'perhaps-signed' : 'never-sent' })
    }
    const executionOutcome = await findExecutionOutcome(row, signed, deps)
    if (executionOutcome === 'unclear') return 'waiting'
    return executionOutcome ? settler.settle(row, executionOutcome) : pressNonce(row, signed, deps)
  }

  return {
    prove: (row, receipt) => proveReceipt(row, receipt, deps),
    async recover() {
      const out: Recovered[] = []
      for (const row of store.listPermits('committing')) {
        const { permitId } = row
        try {
          const step = await recoverOne(row)
          if (step === 'resent' || step === 'raised' || step === 'cancelling') {
            store.appendAudit('recovery', { permitId, step })
          }
          out.push({ permitId, step })
        } catch (cause) {
          if (isStoreFailure(cause)) throw cause
          out.push({
            permitId,
            step: 'unknown',
            reason: describeCause(cause),
          })
        }
      }
      return out
    },
    async reconcile() {
      const open = store.listUnfinal()
      if (open.length === 0) return []
      const headNumber = await readLowerHead(deps)
      const out: Reconciled[] = []
      for (const row of open) {
        const { permitId, state } = row
        try {
          const found = await reconcilePermit(row, headNumber, deps)
          if (found) out.push(found)
        } catch (cause) {
          if (isStoreFailure(cause)) throw cause
          out.push({ permitId, permitState: state, body: findBody(row), found: 'unknown', cause })
        }
      }
      return out
    },
    noteJudged: (found) => keepReconciled(found, deps),
  }
}
