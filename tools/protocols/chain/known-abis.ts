import { type Abi, type Address, isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { tokenActionsAbi } from '../erc20/abi.ts'
import { permit2Abi } from '../permit2/abi.ts'
import { wethAbi } from '../weth/abi.ts'
import { bundleAbi, multicall3Abi } from './abi.ts'

/** An interface that call data is decoded with, and where it lives. */
export interface KnownAbi {
  readonly protocol: string
  readonly abi: Abi
  /** Contracts of the book that have it; tokens are known apart. */
  addresses(book: AddressBook): readonly (Address | undefined)[]
}

/** The interfaces that the basic tools know. */
export const KNOWN_ABIS: readonly KnownAbi[] = [
  { protocol: 'weth9', abi: wethAbi, addresses: (book) => [book.protocols.weth9] },
  { protocol: 'permit2', abi: permit2Abi, addresses: (book) => [book.protocols.permit2] },
  { protocol: 'multicall3', abi: multicall3Abi, addresses: (book) => [book.protocols.multicall3] },
  { protocol: 'erc20', abi: tokenActionsAbi, addresses: (book) => book.tokens.map((token) => token.address) },
  { protocol: 'bundle', abi: bundleAbi, addresses: () => [] },
]

/** Interfaces to try for a target: those it is known to have come first and are certain. */
export function listCandidateAbis(
  book: AddressBook,
  target: Address | undefined,
): { readonly known: KnownAbi; readonly isCertain: boolean }[] {
  const candidates = KNOWN_ABIS.map((known) => ({
    known,
    isCertain:
      target !== undefined &&
      known.addresses(book).some((address) => address !== undefined && isAddressEqual(address, target)),
  }))
  return candidates.sort((a, b) => Number(b.isCertain) - Number(a.isCertain))
}
