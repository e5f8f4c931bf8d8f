import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { type Json, toCanonicalJson, toJson } from '../../core/json.ts'
import type { OwnerOperation, OwnerPlan } from '../../core/plan.ts'
import type { BookKeeper } from '../evidence/books.ts'
import { type AccountNonceDeps, readAccountNonce } from '../evidence/evidence.ts'
import type { AccountLease } from '../permit/account-lease.ts'
import type { LimitKeeper } from '../policy/limit-keeper.ts'
import { canAllow, type ListChange, type ListKeeper } from '../policy/list-keeper.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { HaltLatch } from '../store/halt-latch.ts'

/** What the guardian may order as well as the owner: it lowers risk and enlarges nothing. */
export const GUARDIAN_OPERATIONS: readonly OwnerOperation[] = ['liquidate']

/** Reads what an operation needs; answers its effect, which runs in the transaction that uses up the approval. */
type Operation = (params: OwnerPlan['params']) => Promise<() => Json>

/**
 * What an owner can change of the safety layer itself.
 *
 * liquidate lets the halt that is latched sell what carries risk; nothing of it is done before the approval is used up.
 * clear-halt lifts the latch and claims the account of every chain as it is: phase, spend and permits stay what they are, and each cage
 * is paused until its owner unpauses it. clear-losses lets risk pass again after the explained losses that the owner saw. set-spending-limits replaces the three limits, set-allowlist
 * allows or drops one entry of the lists; every permit and approval under the old ones is worth nothing any more.
 */
export function createOwnerOperations(
  deps: AccountNonceDeps & {
    readonly clock: Pick<Clock, 'setTimer'>
    readonly latch: HaltLatch
    readonly lease: Pick<AccountLease, 'claim'>
    readonly books: Pick<BookKeeper, 'forget' | 'losses' | 'clearLosses'>
    readonly limits: LimitKeeper
    readonly lists: Pick<ListKeeper, 'set'>
    /** What the owner configured, before any change of its lists. */
    readonly policy: SafetyPolicy
    /** Bring to an end what is open, or deny. */
    readonly assertResolved: () => Promise<void>
    readonly isHalting: () => boolean
    /** How often a halt was carried out so far, on whatever chain. */
    readonly countHalted: () => number
    /** What lifting a halt needs of the agent's other chains; each has to answer. */
    readonly prepareClearElsewhere: () => Promise<readonly (() => void)[]>
  },
): Readonly<Record<OwnerOperation, Operation>> {
  const { latch } = deps
  return {
    async 'clear-halt'({ haltedSinceMs }) {
      await deps.assertResolved()
      const halted = deps.countHalted()
      const nonce = await inTime(deps.clock, readAccountNonce(deps), 'the nonce')
      const claimElsewhere = await deps.prepareClearElsewhere()
      return () => {
        // One that has ended since may have used the nonces that were read.
        if (deps.isHalting() || deps.countHalted() !== halted) throw new ToolError('HALT_UNDER_WAY', {})
        const found = latch.read()?.sinceWallMs
        if (found === undefined || found !== haltedSinceMs) {
          throw new ToolError('HALT_NOT_LATCHED', { expected: String(haltedSinceMs) })
        }
        latch.clear()
        deps.lease.claim(nonce)
        deps.books.forget()
        for (const claim of claimElsewhere) claim()
        return { cleared: true, nonce }
      }
    },
    async 'clear-losses'({ losses }) {
      return () => {
        const [expected, found] = [losses ?? [], toJson(deps.books.losses())].map(toCanonicalJson)
        if (found !== expected) throw new ToolError('LOSSES_CHANGED', {})
        deps.books.clearLosses()
        return { cleared: losses ?? [] }
      }
    },
    async liquidate({ haltedSinceMs }) {
      return () => {
        if (deps.isHalting()) throw new ToolError('HALT_UNDER_WAY', {})
        if (latch.read()?.sinceWallMs !== haltedSinceMs) {
          throw new ToolError('HALT_NOT_LATCHED', { expected: String(haltedSinceMs) })
        }
        return {}
      }
    },
    async 'set-allowlist'(params) {
      const change = params as unknown as ListChange
      if (change.isAllowed && !canAllow(deps.policy, change)) {
        throw new ToolError('ALLOWLIST_RULE_MISSING', { list: change.list, address: change.address })
      }
      return () => {
        deps.lists.set(change)
        return { ...params }
      }
    },
    async 'set-spending-limits'(params) {
      const read = (name: string) => BigInt(String(params[name]))
      const limits = {
        perTransactionUsdc: read('perTransactionUsdc'),
        perDayUsdc: read('perDayUsdc'),
        hotLaneUsdc: read('hotLaneUsdc'),
      }
      assertOrdered('hotLane', limits.hotLaneUsdc, 'perTransaction', limits.perTransactionUsdc)
      assertOrdered('perTransaction', limits.perTransactionUsdc, 'perDay', limits.perDayUsdc)
      return () => {
        deps.limits.set(limits)
        return { ...params }
      }
    },
  }
}

function assertOrdered(limit: string, found: bigint, by: string, expected: bigint): void {
  if (found > expected) throw new ToolError('LIMITS_OUT_OF_ORDER', { limit, found, by, expected })
}
