import { type Address, encodeAbiParameters, erc20Abi, type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'
import { STABLE } from './pools.ts'

const abi = parseAbi([
  'struct Step { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternal; address recipient; bool toInternal; }',
  'struct Request { address[] assets; uint256[] amounts; bytes userData; bool useInternal; }',
  'struct Op { uint8 kind; address asset; uint256 amount; address sender; address recipient; }',
  'function swap(Step step, Funds funds, uint256 limit, uint256 deadline) payable returns (uint256)',
  'function joinPool(bytes32 poolId, address sender, address recipient, Request request) payable',
  'function exitPool(bytes32 poolId, address sender, address recipient, Request request)',
  'function manageUserBalance(Op[] ops) payable',
  'function setRelayerApproval(address sender, address relayer, bool approved)',
])

const FAR = 2n ** 40n
const MOST = 2n ** 255n

const tokenOf = (book: AddressBook, name: string): Address =>
  book.tokens.find(({ symbol }) => symbol === name)?.address as Address

/** Whose funds move, and who gets what comes. */
export interface Between {
  readonly sender: Address
  readonly recipient: Address
  readonly isInside?: boolean
}

/** Assets of the stable pool, as the Vault orders them. */
const assetsOf = (book: AddressBook): Address[] =>
  STABLE.tokens.map((name) => tokenOf(book, name)).toSpliced(STABLE.bptIndex, 0, STABLE.address)

/** Calls of the Vault for the stable pool, by an ABI of the testbed's own. */
export const encode = {
  swap: (book: AddressBook, amount: bigint, { sender, recipient, isInside = false }: Between): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'swap',
      args: [
        {
          poolId: STABLE.id,
          kind: 0,
          assetIn: tokenOf(book, 'USDC'),
          assetOut: tokenOf(book, 'DAI'),
          amount,
          userData: '0x',
        },
        { sender, fromInternal: false, recipient, toInternal: isInside },
        0n,
        FAR,
      ],
    }),
  join: (book: AddressBook, amount: bigint, { sender, recipient }: Between): Hex => {
    const userData = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256[]' }, { type: 'uint256' }],
      [1n, [0n, amount, 0n], 0n],
    )
    const amounts = [0n, MOST, amount, 0n]
    const request = { assets: assetsOf(book), amounts, userData, useInternal: false }
    return encodeFunctionData({
      abi,
      functionName: 'joinPool',
      args: [STABLE.id, sender, recipient, request],
    })
  },
  exit: (book: AddressBook, shares: bigint, { sender, recipient, isInside = false }: Between): Hex => {
    const userData = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [2n, shares])
    const request = {
      assets: assetsOf(book),
      amounts: [0n, 0n, 0n, 0n],
      userData,
      useInternal: isInside,
    }
    return encodeFunctionData({
      abi,
      functionName: 'exitPool',
      args: [STABLE.id, sender, recipient, request],
    })
  },
  manage: (
    book: AddressBook,
    kind: number,
    amount: bigint,
    { sender, recipient }: Between,
    name = 'USDC',
  ): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'manageUserBalance',
      args: [[{ kind, asset: tokenOf(book, name), amount, sender, recipient }]],
    }),
  relayer: (sender: Address, relayer: Address): Hex =>
    encodeFunctionData({ abi, functionName: 'setRelayerApproval', args: [sender, relayer, true] }),
}

/** A call of the Vault. */
export const act = (book: AddressBook, data: Hex): Call => ({ to: BASE.on(book).vault, valueWei: 0n, data })

/** Let the Vault take an amount of USDC. */
export const allow = (book: AddressBook, amount: bigint): Call => ({
  to: tokenOf(book, 'USDC'),
  valueWei: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [BASE.on(book).vault, amount],
  }),
})
