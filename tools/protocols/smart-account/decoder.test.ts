import { type Address, concat, encodeFunctionData, encodePacked, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { accountActionsAbi } from './abi.ts'
import { DECODER } from './decoder.ts'

const [ACCOUNT, SMART, TARGET] = ['a1', '10', '22'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const decode = (data: Hex) =>
  DECODER.decode({ to: SMART, valueWei: 0n, data }, { account: ACCOUNT, book: { chainId: 1 } as never })

const batch = (...args: readonly [readonly Address[], ...(readonly unknown[])[]]) =>
  decode(encodeFunctionData({ abi: accountActionsAbi, functionName: 'executeBatch', args } as never))

const SINGLE = encodePacked(['address', 'uint256', 'bytes'], [TARGET, 0n, '0x12345678'])
const inMode = (head: Hex, data: Hex = SINGLE, rest: Hex = numberToHex(0, { size: 30 })) =>
  decode(
    encodeFunctionData({
      abi: accountActionsAbi,
      functionName: 'execute',
      args: [concat([head, rest]), data],
    }),
  )

test('I5: every call of a batch is a leaf of its own', () => {
  const calls = [{ call: { data: '0x01' } }, { call: { data: '0x02' } }]
  expect(batch([TARGET, TARGET], ['0x01', '0x02'])?.inner).toMatchObject(calls)
  expect(batch([TARGET, TARGET], [0n, 0n], ['0x01', '0x02'])?.inner).toMatchObject(calls)
})

test.each<[string, readonly [readonly Address[], ...(readonly unknown[])[]]]>([
  ['less data than targets', [[TARGET, TARGET], ['0x01']]],
  ['more data than targets', [[TARGET], ['0x01', '0x02']]],
  ['fewer amounts than targets', [[TARGET, TARGET], [0n], ['0x01', '0x02']]],
  ['more amounts than targets', [[TARGET], [0n, 0n], ['0x01']]],
])('I5: a batch with %s is not understood', (_, args) => {
  expect(batch(...args)).toBeUndefined()
})

test('I31: a mode calls, or runs code in the place of the account, which is refused by name', () => {
  expect(inMode('0x0000')?.inner).toMatchObject([{ call: { data: '0x12345678' } }])
  expect(inMode('0x0001')?.inner).toHaveLength(1)
  expect(inMode('0xff00')?.forbidden).toBe('delegatecall')
})

test.each<[string, Parameters<typeof inMode>]>([
  ['of another kind', ['0xfe00']],
  ['that fails in another way', ['0x0002']],
  ['whose other bytes mean something', ['0x0000', SINGLE, numberToHex(1, { size: 30 })]],
  ['whose call is cut short', ['0x0000', encodePacked(['address'], [TARGET])]],
  ['whose batch is none', ['0x0100']],
])('I5: a mode %s is not understood', (_, args) => {
  expect(inMode(...args)).toBeUndefined()
})
