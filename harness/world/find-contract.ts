import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'

/** List the contracts that scenarios may name on a chain, by reference: its protocol's id, a dot and its name, or the id alone where both are the same. */
export const listContracts = (book: AddressBook): ReadonlyMap<string, Address> =>
  new Map(
    putProtocolsOn(DEV_REGISTRY.protocols, book).interfaces.contracts.flatMap(({ reference, address }) =>
      address ? [[reference, address] as const] : [],
    ),
  )

/** Find a contract that a scenario names. */
export const findContract = (book: AddressBook, reference: string): Address | undefined =>
  listContracts(book).get(reference)
