import type { Address } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import { referTo } from '../core/base.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'

/** An address of the book and what it is. */
export interface KnownAddress {
  readonly address: Address
  readonly kind: 'token' | 'protocol' | 'feed'
  /** Token symbol, contract (`protocol.contract`) or symbol and "feed". */
  readonly label: string
}

const listed = new WeakMap<AddressBook, readonly KnownAddress[]>()

/** List every address that the book holds; a token that is a protocol contract too comes as a token first. */
export function listKnownAddresses(book: AddressBook): readonly KnownAddress[] {
  const known = listed.get(book) ?? [
    ...book.tokens.map(
      (token): KnownAddress => ({ address: token.address, kind: 'token', label: token.symbol }),
    ),
    ...Object.entries(book.protocols).flatMap(([protocol, contracts]) =>
      Object.entries(contracts).map(
        ([name, address]): KnownAddress => ({ address, kind: 'protocol', label: referTo(protocol, name) }),
      ),
    ),
    ...book.tokens.flatMap(({ symbol, feed, secondaryFeed }) =>
      [feed, secondaryFeed].flatMap((source): KnownAddress[] =>
        source ? [{ address: source.address, kind: 'feed', label: `${symbol} feed` }] : [],
      ),
    ),
  ]
  listed.set(book, known)
  return known
}

/** Find what the book knows of an address. */
export const findKnownAddress = (book: AddressBook, address: Address): KnownAddress | undefined =>
  listKnownAddresses(book).find((known) => isAddressEqual(known.address, address))
