import { type Address, isAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { TokenFact } from './facts/facts.ts'

/** Tokens of a world with its native coin. */
export const tokensOf = (
  book: AddressBook,
): readonly (Omit<TokenFact, 'address'> & { readonly address?: Address })[] => [
  ...book.tokens,
  { symbol: book.nativeSymbol, decimals: 18 },
]

/** The symbol of a token that a step names by symbol or address; what it is called when it is none. */
export const symbolOf = (book: AddressBook, name: string): string =>
  tokensOf(book).find(
    ({ symbol, address }) =>
      symbol.toLowerCase() === name.toLowerCase() ||
      (address !== undefined &&
        isAddress(name, { strict: false }) &&
        isAddressEqual(address, name as Address)),
  )?.symbol ?? name
