import {
  concat,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  getAddress,
  maxUint256,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { expect, test } from 'vitest'
import type { HarnessError } from '../errors.ts'
import { encodeRawCall, encodeTypedData, type RawNames } from './encode-raw.ts'

const token = getAddress(`0x${'c'.repeat(40)}`)
const router = getAddress(`0x${'1'.repeat(40)}`)
const names: RawNames = {
  address: (name) => ({ USDC: token, router, cage: zeroAddress })[name],
  decimals: (symbol) => (symbol === 'USDC' ? 6 : undefined),
  native: 'ETH',
  nowSeconds: 1_000n,
}
const approve = { function: 'approve(address,uint256)', args: ['router', 'max'] }
const encodedApprove = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'approve',
  args: [router, maxUint256],
})

test('default', () => {
  expect(encodeRawCall({ to: 'USDC', ...approve, value: '7' }, names)).toEqual({
    to: token,
    valueWei: 7n,
    data: encodedApprove,
  })
})

test('behavior: calls nest in bytes, structs are lists or have names', () => {
  const abi = parseAbi([
    'struct Call3 { address target; bool allowFailure; bytes callData; }',
    'function aggregate3(Call3[] calls)',
  ])
  const { data } = encodeRawCall(
    { to: 'router', function: 'aggregate3((address,bool,bytes)[])', args: [[['USDC', true, approve]]] },
    names,
  )
  const args = [[{ target: token, allowFailure: true, callData: encodedApprove }]] as const
  expect(data).toBe(encodeFunctionData({ abi, functionName: 'aggregate3', args }))
})

test('behavior: lists of bytes are joined, packed or padded', () => {
  const types = ['uint8', 'address', 'uint256', 'uint256', 'bytes'] as const
  const { data } = encodeRawCall(
    {
      to: 'router',
      data: [
        '0x01',
        { packed: types.join(','), args: [1, 'USDC', 0, size(encodedApprove), approve] },
        { abi: 'uint256', args: ['now+10m'] },
      ],
    },
    names,
  )
  const packed = encodePacked(types, [1, token, 0n, BigInt(size(encodedApprove)), encodedApprove])
  expect(data).toBe(concat(['0x01', packed, `0x${(1_600).toString(16).padStart(64, '0')}`]))
})

test('behavior: integers are exact', () => {
  const encode = (type: string, value: unknown) =>
    encodeRawCall({ to: 'USDC', data: { abi: type, args: [value] } }, names).data
  expect(encode('uint160', 'max')).toBe(`0x${'f'.repeat(40).padStart(64, '0')}`)
  expect(BigInt(encode('uint256', '1.5 USDC'))).toBe(1_500_000n)
  expect(() => encode('uint256', 2 ** 60)).toThrow('not exact')
  expect(() => encode('uint256', '1 EUR')).toThrow('is no uint256')
  // Only the run knows its time.
  expect(() => encode('uint8', 'now')).toThrow(expect.objectContaining({ code: 'STEP_IMPOSSIBLE' }))
})

test('error: a text of an interface that is none is named, with what is wrong in it', () => {
  const problemOf = (signature: string) => {
    try {
      encodeRawCall({ to: 'USDC', function: signature, args: [] }, names)
    } catch (cause) {
      return (cause as HarnessError).shortMessage
    }
    return undefined
  }
  expect(['pause()', 'pause(', 'approve(adress)'].map(problemOf)).toEqual([
    undefined,
    '"pause(" is no signature: write "approve(address,uint256)", or "address,uint256" for types alone',
    '"approve(adress)" is no signature: Type "adress" is not a valid ABI type.',
  ])
})

test('error: what would be read as something else, or not at all', () => {
  const asBool = (value: unknown) =>
    encodeRawCall({ to: 'router', data: { abi: 'bool', args: [value] } }, names)
  expect(asBool('true')).toEqual(asBool(true))
  expect(() => asBool('yes')).toThrow('"yes" is no bool')
  const signed = (message: Record<string, unknown>) =>
    encodeTypedData({ domain: {}, type: 'Mail(address to)', message }, names)
  expect(signed({ to: 'USDC' }).message).toEqual({ to: token })
  expect(() => signed({ to: 'USDC', from: 'router' })).toThrow('"from" is no member of Mail')
  expect(() => signed({})).toThrow('"to" of Mail is missing')
})
