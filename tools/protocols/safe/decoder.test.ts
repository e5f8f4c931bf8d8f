import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  numberToHex,
  size,
  slice,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import { multiSendAbi, safeActionsAbi } from './abi.ts'
import { DECODER } from './decoder.ts'

const [ACCOUNT, SAFE, TARGET] = ['a1', '10', '22'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const decode = (data: Hex) =>
  DECODER.decode({ to: SAFE, valueWei: 0n, data }, { account: ACCOUNT, book: { chainId: 1 } as never })

const execute = ({ operation = 0, gasPrice = 0n } = {}) =>
  decode(
    encodeFunctionData({
      abi: safeActionsAbi,
      functionName: 'execTransaction',
      args: [TARGET, 0n, '0x12345678', operation, 0n, 0n, gasPrice, zeroAddress, zeroAddress, '0x'],
    }),
  )

const packed = (operation: number, data: Hex, length = size(data)) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, TARGET, 3n, BigInt(length), data],
  )
const send = (transactions: Hex) =>
  decode(encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [transactions] }))

test('I5: every transaction of a bundle is a leaf of its own', () => {
  const found = send(concat([packed(0, '0x12345678'), packed(0, '0x')]))
  expect(found?.forbidden).toBeUndefined()
  expect(found?.inner).toMatchObject([
    { call: { valueWei: 3n, data: '0x12345678' } },
    { call: { valueWei: 3n, data: '0x' } },
  ])
})

test('I31: code in the place of an account is refused by name, wherever it stands', () => {
  expect(execute({ operation: 1 })?.forbidden).toBe('delegatecall')
  expect(send(concat([packed(0, '0x'), packed(1, '0x')]))?.forbidden).toBe('delegatecall')
})

test('error: an operation that a Safe does not know, and a refund, are not understood', () => {
  expect(execute()?.inner).toHaveLength(1)
  expect(execute({ operation: 2 })).toBeUndefined()
  expect(send(packed(2, '0x'))).toBeUndefined()
  expect(execute({ gasPrice: 2n })).toBeUndefined()
})

test.each<[string, Hex]>([
  ['ends within the head of one', slice(packed(0, '0x12345678'), 0, 84)],
  ['ends within the data of one', slice(packed(0, '0x12345678'), 0, -1)],
  ['goes on after the last one', concat([packed(0, '0x12345678'), numberToHex(0, { size: 1 })])],
  ['claims more data than there is', packed(0, '0x12345678', 5)],
])('I5: a bundle that %s is not understood', (_, transactions) => {
  expect(send(transactions)).toBeUndefined()
})
