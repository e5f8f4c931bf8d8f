import type { AddressBook } from '../../tools/core/address-book.ts'
import { DEV_BASES } from '../../tools/profiles/dev.ts'
import { TESTBEDS } from './generated/testbeds.ts'
import { orderTestbeds } from './order-testbeds.ts'
import type { Testbed } from './testbed.ts'

/**
 * List the testbeds of the protocols that are on a book's chain, each after what it needs: those that the book knows, and those
 * that have no addresses at all. What needs one that is not there is not there either.
 */
export function listDeployed(book: AddressBook): readonly (readonly [string, Testbed])[] {
  const elsewhere = DEV_BASES.flatMap(({ id, addresses }) =>
    Object.keys(addresses).length > 0 && book.protocols[id] === undefined ? [id] : [],
  )
  const absent = new Set<string>(elsewhere)
  return orderTestbeds(TESTBEDS).filter(([id, { needs = [] }]) => {
    if (needs.some((needed) => absent.has(needed))) absent.add(id)
    return !absent.has(id)
  })
}
