import { expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import type { ListChange } from './list-keeper.ts'
import { policyVersion, type SpendingLimits } from './policy.ts'
import { createPolicyInForce } from './policy-in-force.ts'

test('I19: policy and version are those of the limits that hold now', () => {
  const policy = buildPolicy()
  let current: SpendingLimits = policy.limits
  const none: readonly ListChange[] = []
  const inForce = createPolicyInForce(policy, { current: () => ({ ...current }) }, { current: () => none })
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

test('I19: a change of the lists is another policy', () => {
  const policy = buildPolicy()
  let changes: readonly ListChange[] = []
  const inForce = createPolicyInForce(policy, { current: () => policy.limits }, { current: () => changes })
  const before = inForce.version()
  changes = [{ list: 'recipient', address: policy.owner, isAllowed: true }]
  expect(inForce.read().recipients).toEqual([policy.owner])
  expect(inForce.version()).toBe(policyVersion({ ...policy, recipients: [policy.owner] }))
  expect(inForce.version()).not.toBe(before)
})
