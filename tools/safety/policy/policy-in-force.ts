import type { Hex } from 'viem'
import type { LimitKeeper } from './limit-keeper.ts'
import { changeLists, type ListChange, type ListKeeper } from './list-keeper.ts'
import { policyVersion, type SafetyPolicy, type SpendingLimits } from './policy.ts'

/** The policy with the limits and the lists that hold now; a permit dies with its version. */
export interface PolicyInForce {
  read(): SafetyPolicy
  version(): Hex
}

/**
 * Create the view of a policy in force over the keepers of its limits and lists; what a policy is made of never changes. What
 * is counted and sold goes by the policy itself: a token that is dropped is still worth something.
 */
export function createPolicyInForce(
  policy: SafetyPolicy,
  limits: Pick<LimitKeeper, 'current'>,
  lists: Pick<ListKeeper, 'current'>,
): PolicyInForce {
  let last:
    | {
        readonly limits: SpendingLimits
        readonly changes: readonly ListChange[]
        readonly policy: SafetyPolicy
        version?: Hex
      }
    | undefined
  const find = () => {
    const [current, changes] = [limits.current(), lists.current()]
    if (last === undefined || last.changes !== changes || !isSame(last.limits, current)) {
      last = { limits: current, changes, policy: { ...changeLists(policy, changes), limits: current } }
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
