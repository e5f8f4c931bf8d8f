import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { collectInterfaces } from '../../tools/core/interfaces.ts'
import { ALL_BASES } from '../../tools/profiles/generated/registry.ts'

const known = new WeakMap<AddressBook, ReadonlyMap<string, Address>>()

/** List the contracts that scenarios may name on a chain, by reference: its protocol's id, a dot and its name, or the id alone where both are the same. */
export function listContracts(book: AddressBook): ReadonlyMap<string, Address> {
  const listed =
    known.get(book) ??
    new Map(
      collectInterfaces(ALL_BASES, book).contracts.flatMap(({ reference, address }) =>
        address ? [[reference, address] as const] : [],
      ),
    )
  known.set(book, listed)
  return listed
}

/** Find a contract that a scenario names. */
export const findContract = (book: AddressBook, reference: string): Address | undefined =>
  listContracts(book).get(reference)
