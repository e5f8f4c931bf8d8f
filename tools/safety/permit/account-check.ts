import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import type { BookKeeper } from '../evidence/books.ts'
import { type AccountNonceDeps, type Evidence, readAccountNonce } from '../evidence/evidence.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { SafetyStore } from '../store/store.ts'
import type { AccountLease } from './account-lease.ts'
import type { Recovery } from './recovery.ts'

/** Holds the account that sends against what this store signed for it. */
export interface AccountCheck {
  /**
   * Bring to an end what is open; while it is not, nothing else may take its nonce.
   *
   * @throws ToolError PERMIT_UNRESOLVED
   */
  assertResolved(): Promise<void>
  /**
   * Check that nobody else signed for the account, and that nothing of ours fell out of the chain.
   *
   * @param expectedBefore - the nonce that came next before the evidence was gathered
   * @throws ToolError PERMIT_UNRESOLVED, HALTED, ACCOUNT_FENCED, ACCOUNT_BEHIND
   */
  assertHeld(evidence: Evidence, expectedBefore: number | undefined): Promise<void>
  /** Claim the account as it is now. @throws ToolError PERMIT_UNRESOLVED, PROVIDERS_DISAGREE */
  claim(): Promise<void>
}

/** Create the check over the lease on the account and over recovery. */
export function createAccountCheck(
  deps: AccountNonceDeps & {
    readonly store: SafetyStore
    readonly clock: Pick<Clock, 'setTimer'>
    readonly latch: Pick<HaltLatch, 'assertOpen'>
    readonly lease: AccountLease
    readonly books: Pick<BookKeeper, 'forget'>
    readonly recovery: Recovery
  },
): AccountCheck {
  const { store, clock, latch, lease, books, recovery } = deps

  const assertResolved = async () => {
    if (store.listPermits('committing').length === 0) return
    const open = (await recovery.recover()).find(({ step }) => step !== 'committed' && step !== 'failed')
    if (open === undefined) return
    throw new ToolError('PERMIT_UNRESOLVED', { permitId: open.permitId, found: open.reason ?? open.step })
  }

  return {
    assertResolved,
    async assertHeld({ nonce, operatorNonce }, expectedBefore) {
      await assertResolved()
      // A halt that began meanwhile uses nonces of its own.
      latch.assertOpen()
      // A contract has a nonce of its own.
      lease.assertHeld(nonce, deps.route === undefined ? nonce > 0 : operatorNonce > 0n)
      if (nonce >= (expectedBefore ?? nonce)) return
      // A node that lags refuses what it is asked to send again; the action is denied in any case, and what is found is
      // found again until it was judged.
      await recovery.reconcile().catch(() => undefined)
      throw new ToolError('ACCOUNT_BEHIND', { found: nonce, expected: expectedBefore ?? nonce })
    },
    async claim() {
      await assertResolved()
      const found = await inTime(clock, readAccountNonce(deps), 'the nonce')
      store.transact(() => {
        lease.claim(found)
        books.forget()
      })
    },
  }
}
