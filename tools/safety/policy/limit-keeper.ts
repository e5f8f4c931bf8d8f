import type { Hex } from 'viem'
import { toCanonicalJson } from '../../core/json.ts'
import type { SafetyStore } from '../store/store.ts'
import type { SpendingLimits } from './policy.ts'

/** Where the limits stand in the store, and the kind of the audit entry that says so. */
export const LIMITS_KEY = 'spending-limits'

/** Keeps the limits that the owner set durable. */
export interface LimitKeeper {
  /**
   * The limits that hold. Once the policy is another one than the owner set them under, the lower of both holds, so that
   * neither a policy nor an old decision loosens the other. Of what is not as the log says nothing is believed: those of
   * the policy hold, for the exits that still pass.
   */
  current(): SpendingLimits
  /** Set them, audited in one write with what they are. */
  set(limits: SpendingLimits): void
}

/** Create the keeper over the store, the limits of the policy and its version. */
export function createLimitKeeper(store: SafetyStore, policy: SpendingLimits, base: Hex): LimitKeeper {
  return {
    current() {
      const kept = store.findMeta(LIMITS_KEY)?.value
      if (kept === undefined) return policy
      const set = JSON.parse(kept) as Record<keyof SpendingLimits | 'base', string>
      const pick = (name: keyof SpendingLimits) => {
        const value = BigInt(set[name])
        return set.base === base || value < policy[name] ? value : policy[name]
      }
      return {
        perTransactionUsdc: pick('perTransactionUsdc'),
        perDayUsdc: pick('perDayUsdc'),
        hotLaneUsdc: pick('hotLaneUsdc'),
      }
    },
    set({ perTransactionUsdc, perDayUsdc, hotLaneUsdc }) {
      const body = {
        base,
        perTransactionUsdc: perTransactionUsdc.toString(),
        perDayUsdc: perDayUsdc.toString(),
        hotLaneUsdc: hotLaneUsdc.toString(),
      }
      store.transact(() => {
        store.appendAudit(LIMITS_KEY, body)
        store.writeMeta(LIMITS_KEY, toCanonicalJson(body))
      })
    },
  }
}
