import { expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { policyVersion, type SpendingLimits } from './policy.ts'
import { createPolicyInForce } from './policy-in-force.ts'

test('behavior: policy and version are those of the limits that hold now', () => {
  const policy = buildPolicy()
  let current: SpendingLimits = policy.limits
  const inForce = createPolicyInForce(policy, { current: () => ({ ...current }) })
  const names = ['perTransactionUsdc', 'perDayUsdc', 'hotLaneUsdc'] as const
  const versions = new Set<string>()
  for (const limits of [
    policy.limits,
    ...names.map((name) => ({ ...policy.limits, [name]: 1n })),
    policy.limits,
  ]) {
    current = limits
    expect(inForce.read()).toEqual({ ...policy, limits })
    expect(inForce.version()).toBe(policyVersion({ ...policy, limits }))
    versions.add(inForce.version())
  }
  expect(versions.size).toBe(4)
})
