import type { Hex } from 'viem'
import type { LimitKeeper } from './limit-keeper.ts'
import { policyVersion, type SafetyPolicy, type SpendingLimits } from './policy.ts'

/** The policy with the limits that hold now; a permit dies with its version. */
export interface PolicyInForce {
  read(): SafetyPolicy
  version(): Hex
}

/** Create the view of a policy in force over the keeper of its limits; what a policy is made of never changes. */
export function createPolicyInForce(
  policy: SafetyPolicy,
  limits: Pick<LimitKeeper, 'current'>,
): PolicyInForce {
  let last: { readonly limits: SpendingLimits; readonly policy: SafetyPolicy; version?: Hex } | undefined
  const find = () => {
    const current = limits.current()
    if (last === undefined || !isSame(last.limits, current)) {
      last = { limits: current, policy: { ...policy, limits: current } }
    }
    return last
  }
  return {
    read: () => find().policy,
    version() {
      const found = find()
      found.version ??= policyVersion(found.policy)
      return found.version
    },
  }
}

const isSame = (a: SpendingLimits, b: SpendingLimits) =>
  a.perTransactionUsdc === b.perTransactionUsdc &&
  a.perDayUsdc === b.perDayUsdc &&
  a.hotLaneUsdc === b.hotLaneUsdc
