import { expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { disarmFees, pauseFees } from './send-for-halt.ts'

const GWEI = 1_000_000_000n
const { gas } = buildPolicy()

test.each([
  ['twice the usual tip and a little more', 100n * GWEI, 2n * GWEI, 5n * GWEI],
  ['a little where none is usual', 100n * GWEI, 0n, GWEI],
  ['all where the ceiling is lower, as a tip above it is no transaction', GWEI / 2n, 2n * GWEI, GWEI / 2n],
])('I56: what follows a pause tips %s', (_, maxFeePerGasWei, usualWei, priorityFeeWei) => {
  const policy = { gas: { ...gas, maxFeePerGasWei, priorityFeeWei: usualWei } }
  expect(disarmFees(policy)).toEqual({ maxFeePerGasWei, priorityFeeWei })
  expect(pauseFees(policy)).toEqual({ maxFeePerGasWei, priorityFeeWei: maxFeePerGasWei })
})
