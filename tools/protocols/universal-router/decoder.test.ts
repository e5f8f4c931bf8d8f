import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import type { DecodedCall } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { COMMAND_INPUTS, universalRouterAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [router, account, thief, usdc, weth] = [at('1'), at('a'), at('b'), at('c'), at('d')] as const
const [caller, itself] = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
const book: AddressBook = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  wrappedNative: weth,
  tokens: [],
  protocols: {},
}
const decoders = indexDecoders([PROTOCOL], book)

const decode = (commands: Hex, inputs: readonly Hex[], valueWei = 0n): DecodedCall | undefined => {
  const args = [commands, inputs, 9n] as const
  const data = encodeFunctionData({ abi: universalRouterAbi, functionName: 'execute', args })
  return decoders.decode({ to: router, valueWei, data }, account)
}
const leavesOf = (decoded: DecodedCall | undefined) => (decoded?.inner ?? []) as readonly DecodedCall[]
const recipientsOf = (decoded: DecodedCall | undefined) => [
  ...(decoded?.recipients ?? []),
  ...leavesOf(decoded).flatMap(({ recipients }) => recipients),
]

const v2 = (to: Address, path: readonly Address[], pays = true) =>
  encodeAbiParameters(COMMAND_INPUTS.v2Swap, [to, 7n, 5n, path, pays])
const v3 = (to: Address, bought: Address) =>
  encodeAbiParameters(COMMAND_INPUTS.v3Swap, [
    to,
    7n,
    5n,
    encodePacked(['address', 'uint24', 'address'], [usdc, 500, bought]),
    true,
  ])
const coins = (to: Address, amount: bigint) => encodeAbiParameters(COMMAND_INPUTS.wrap, [to, amount])

test('I61: coins that are wrapped, and given back where no swap takes them, are paid and stay nowhere', () => {
  const plan = decode('0x0b080c', [coins(itself, 9n), v2(caller, [weth, usdc], false), coins(caller, 0n)], 9n)
  expect(plan?.outflows).toEqual([{ token: NATIVE_TOKEN, amountBaseUnits: 9n }])
  expect(new Set(recipientsOf(plan))).toEqual(new Set([account]))
  expect(leavesOf(plan).flatMap(({ outflows }) => outflows)).toEqual([])
})

test.each([
  ['nothing gives them back', '0x0b08', [coins(itself, 9n), v2(caller, [weth, usdc], false)], 9n],
  ['others get the rest', '0x0b0c', [coins(itself, 9n), coins(thief, 0n)], 9n],
  ['not all of them are wrapped', '0x0b0c', [coins(itself, 8n), coins(caller, 0n)], 9n],
  ['what is given back is unwrapped and left', '0x0b0c', [coins(itself, 9n), coins(itself, 0n)], 9n],
] as const)('I61: coins stay in the router where %s', (_, commands, inputs, valueWei) => {
  expect(recipientsOf(decode(commands, inputs, valueWei))).toContain(router)
})

test('I61: what swaps bring to the router is the account its own where all of it is given back', () => {
  const bought = decode('0x080c', [v2(itself, [usdc, weth]), coins(caller, 5n)])
  expect(new Set(recipientsOf(bought))).toEqual(new Set([account]))
  expect(recipientsOf(decode('0x08', [v2(itself, [usdc, weth])]))).toEqual([router])
  expect(recipientsOf(decode('0x080c', [v2(itself, [weth, usdc]), coins(caller, 5n)]))).toContain(router)
  expect(recipientsOf(decode('0x080c', [v2(thief, [usdc, weth]), coins(caller, 5n)]))).toContain(thief)
  expect(recipientsOf(decode('0x080c', [v2(itself, [usdc, weth]), coins(thief, 5n)]))).toContain(router)
})

test('I61: a swap of V3 hands its format whom it is for', () => {
  const receiverOf = (plan: DecodedCall | undefined) => {
    const [leaf] = (plan?.inner ?? []) as unknown as readonly { readonly data: Hex }[]
    return leaf && getAddress(`0x${leaf.data.slice(26, 66)}`)
  }
  const back = coins(caller, 5n)
  expect(receiverOf(decode('0x000c', [v3(itself, weth), back]))).toBe(account)
  expect(receiverOf(decode('0x000c', [v3(itself, usdc), back]))).toBe(router)
  expect(receiverOf(decode('0x00', [v3(itself, weth)]))).toBe(router)
  expect(receiverOf(decode('0x00', [v3(thief, weth)]))).toBe(thief)
  expect(receiverOf(decode('0x00', [v3(caller, weth)]))).toBe(account)
})
