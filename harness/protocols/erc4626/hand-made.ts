import { type Address, erc20Abi, type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'

const abi = parseAbi([
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function redeem(uint256 shares, address receiver, address owner)',
])

/** Data of a call of a vault, by an ABI of the testbed's own. */
export const encode = {
  deposit: (assets: bigint, to: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'deposit', args: [assets, to] }),
  mint: (shares: bigint, to: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'mint', args: [shares, to] }),
  withdraw: (assets: bigint, to: Address, owner: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'withdraw', args: [assets, to, owner] }),
  redeem: (shares: bigint, to: Address, owner: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'redeem', args: [shares, to, owner] }),
}

/** Let a vault take an amount of its asset. */
export const allow = (book: AddressBook, vault: Address, amount: bigint): Call => ({
  to: book.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Address,
  valueWei: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vault, amount] }),
})
