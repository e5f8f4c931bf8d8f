import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { indexDecoders } from '../../core/decoder-index.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOf } from './places.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [account, stranger, usdc] = [at('5'), at('6'), at('1')]
const addresses = BASE.addresses[1]
const { savingsVault, lendingVault } = addresses
const decoders = indexDecoders([PROTOCOL], {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [{ symbol: 'USDC', name: 'USDC', address: usdc, decimals: 6 }],
  protocols: { erc4626: addresses },
})
const decode = (to: Address, data: Hex, valueWei = 0n) => decoders.decode({ to, valueWei, data }, account)
const enter = (functionName: 'deposit' | 'mint', to: Address) =>
  encodeFunctionData({ abi: vaultAbi, functionName, args: [7n, to] })
const leave = (functionName: 'withdraw' | 'redeem', to: Address, owner = account) =>
  encodeFunctionData({ abi: vaultAbi, functionName, args: [7n, to, owner] })
const change = (vault: Address, does: string, owner = account) => [
  { protocol: 'erc4626', contract: vault, id: keyOf(vault), change: does, owner },
]

test('behavior: a deposit pays what it names, in the asset of its vault', () => {
  for (const vault of [savingsVault, lendingVault]) {
    expect(decode(vault, enter('deposit', account))).toEqual({
      functionName: 'deposit',
      outflows: [{ token: usdc, amountBaseUnits: 7n }],
      inflows: [],
      approvals: [],
      recipients: [account],
      tokens: [usdc],
      positions: change(vault, 'increase'),
    })
  }
})

test('behavior: what minting costs is not among its bytes', () => {
  expect(decode(savingsVault, enter('mint', account))).toMatchObject({
    outflows: [],
    recipients: [account],
    positions: change(savingsVault, 'increase'),
  })
})

test.each(['withdraw', 'redeem'] as const)('behavior: %s pays out of the own shares', (act) => {
  const decoded = decode(savingsVault, leave(act, account))
  expect(decoded).toMatchObject({
    outflows: [],
    recipients: [account],
    positions: change(savingsVault, 'decrease'),
  })
  expect(decoded?.forbidden).toBeUndefined()
})

test("I61: nobody else gains, and nobody else's shares are touched", () => {
  for (const data of [
    enter('deposit', stranger),
    enter('mint', stranger),
    leave('withdraw', stranger),
    leave('redeem', stranger),
  ]) {
    expect(decode(savingsVault, data)?.forbidden).toBe("another account's gain")
  }
  expect(decode(savingsVault, leave('redeem', account, stranger))?.forbidden).toBe("another account's shares")
})

test('error: vaults that are not known, native coins beside an act and cut bytes are unknown', () => {
  expect(decode(stranger, enter('deposit', account))).toBeUndefined()
  expect(decode(savingsVault, enter('deposit', account), 1n)?.functionName).toBeUndefined()
  expect(decode(savingsVault, enter('deposit', account).slice(0, -2) as Hex)?.functionName).toBeUndefined()
})
