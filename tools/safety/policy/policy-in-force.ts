import type { Hex } from 'viem'
import type { LimitKeeper } from './limit-keeper.ts'
import { policyVersion, type SafetyPolicy } from './policy.ts'

/** The policy with the limits that hold now; a permit dies with its version. */
export interface PolicyInForce {
  read(): SafetyPolicy
  version(): Hex
}

/** Create the view of a policy in force over the keeper of its limits. */
export function createPolicyInForce(
  policy: SafetyPolicy,
  limits: Pick<LimitKeeper, 'current'>,
): PolicyInForce {
  const read = () => ({ ...policy, limits: limits.current() })
  return { read, version: () => policyVersion(read()) }
}
