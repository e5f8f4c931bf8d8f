import { ToolError } from '../../core/errors.ts'
import { type ActionClass, EXITS } from '../policy/phases.ts'
import type { SafetyStore } from '../store/store.ts'

/** Where the claim stands in the store. */
export const LEASE_KEY = 'account-nonce'

/**
 * The store's claim to be the only one that signs for the account.
 *
 * A lock keeps a second process off the same store; a second store of the same account shows in the account's nonce,
 * which only the transactions of this store may move.
 */
export interface AccountLease {
  /** The nonce that comes next by this store's own transactions; undefined before its first, and when it was altered. */
  next(): number | undefined
  /**
   * Deny when another signer acted for the account. A store without a claim claims an account that never acted; one whose
   * claim is not what its log says cannot tell, and claims nothing.
   *
   * @throws ToolError ACCOUNT_FENCED
   */
  assertHeld(nonce: number, hasActed: boolean): void
  /**
   * Deny risk while the account is not claimed: it acted before, and what it spent and how it was restricted was in a
   * store that is gone.
   *
   * @throws ToolError ACCOUNT_NOT_CLAIMED
   */
  assertClaimed(actionClass: ActionClass): void
  /** Note that a transaction of this store used a nonce. */
  use(nonce: number): void
  /** Claim the account as it is; the owner's way out after another signer acted for it. */
  claim(nonce: number): void
}

/** Create the lease over the store. */
export function createAccountLease(store: SafetyStore): AccountLease {
  const isIntact = () => store.isMetaIntact(LEASE_KEY)
  const next = () => {
    const kept = store.findMeta(LEASE_KEY)?.value
    return kept === undefined ? undefined : Number(kept)
  }
  const claim = (nonce: number) =>
    store.transact(() => {
      store.writeMeta(LEASE_KEY, String(nonce))
      store.appendAudit('account-claimed', { nonce })
    })
  return {
    next,
    claim,
    assertHeld(nonce, hasActed) {
      const expected = next()
      if (expected === undefined) {
        if (!hasActed && isIntact()) claim(nonce)
      } else if (nonce > expected) throw new ToolError('ACCOUNT_FENCED', { expected, found: nonce })
    },
    assertClaimed(actionClass) {
      if (next() === undefined && !EXITS.includes(actionClass)) {
        throw new ToolError('ACCOUNT_NOT_CLAIMED', { actionClass })
      }
    },
    use(nonce) {
      if (nonce >= (next() ?? Number.MAX_SAFE_INTEGER)) store.writeMeta(LEASE_KEY, String(nonce + 1))
    },
  }
}
