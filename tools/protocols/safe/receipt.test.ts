import { type Address, encodeAbiParameters, type Hex, type TransactionReceipt, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { readReceipt } from './receipt.ts'

const [SAFE, OTHER] = ['10', '22'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address]
const DATA = encodeAbiParameters([{ type: 'uint256' }], [0n])

const log = (name: 'ExecutionSuccess' | 'ExecutionFailure', address = SAFE) => ({
  address,
  data: DATA,
  topics: [toEventSelector(`${name}(bytes32,uint256)`), `0x${'1'.repeat(64)}`] as [Hex, Hex],
})

const read = (...logs: readonly object[]) =>
  readReceipt(SAFE, { status: 'success', logs } as unknown as TransactionReceipt).status

test('default: the call inside ended well', () => {
  expect(read(log('ExecutionFailure', OTHER), log('ExecutionSuccess'))).toBe('success')
})

test.each<[string, readonly object[]]>([
  ['the call inside failed', [log('ExecutionFailure')]],
  ['nothing is told of it', []],
  ['another Safe alone tells of success', [log('ExecutionSuccess', OTHER)]],
  ['what it tells cannot be read', [{ ...log('ExecutionSuccess'), data: '0x' }]],
])('I52: where %s, it reverted', (_, logs) => {
  expect(read(...logs)).toBe('reverted')
})
