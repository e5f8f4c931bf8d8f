import { expect, test } from 'vitest'
import { planTransaction } from '../../core/plan.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { chooseGasLimit, chooseMostFee, firstFees } from './fees.ts'

const plan = planTransaction([], {})
const policy = buildPolicy({ gas: { maxGasLimit: 1_000_000n, priorityFeeWei: 10n, maxFeePerGasWei: 1_100n } })

test('default: half again the gas that was simulated, and room for the base fee to double', () => {
  expect(chooseGasLimit(policy, plan, { simulated: 100_001n, overhead: 7n })).toBe(200_008n)
  expect(chooseMostFee(policy, 300n, plan)).toBe(610n)
  expect(firstFees({ maxFeePerGasWei: 610n, priorityFeeWei: 11n }, 500n)).toEqual({
    maxFeePerGasWei: 554n,
    priorityFeeWei: 10n,
  })
})

test('I4: no action may use more gas than the policy allows', () =>
  expect(chooseGasLimit(policy, plan, { simulated: 900_000n, overhead: 0n })).toBe(1_000_000n))

test('I56: no action pays so much that a halt could not replace it', () => {
  expect(chooseMostFee(policy, 600n, plan)).toBe(1_000n)
  expect(chooseMostFee(policy, 990n, plan)).toBe(1_000n)
  expect(() => chooseMostFee(policy, 991n, plan)).toThrow('FEE_ABOVE_CEILING')
})

test('behavior: near the fee that is permitted all of it is offered at once', () =>
  expect(firstFees({ maxFeePerGasWei: 610n, priorityFeeWei: 11n }, 555n)).toEqual({
    maxFeePerGasWei: 610n,
    priorityFeeWei: 11n,
  }))
