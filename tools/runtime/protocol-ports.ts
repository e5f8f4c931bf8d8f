import type { AddressBook } from '../core/address-book.ts'
import { type DecoderIndex, indexDecoders } from '../core/decoder-index.ts'
import { collectInterfaces, type Interfaces } from '../core/interfaces.ts'
import type { Market } from '../core/market.ts'
import { ALL_BASES, ALL_PROTOCOLS } from '../profiles/generated/registry.ts'

/** What the protocols of the stack are on one chain. */
export interface ProtocolPorts {
  readonly decoders: DecoderIndex
  readonly interfaces: Interfaces
  readonly markets: readonly Market[]
}

/**
 * Put the protocols of the stack on a chain.
 *
 * @throws RangeError when two of them claim the same calls, or the book lacks an address
 */
export const createProtocolPorts = (book: AddressBook): ProtocolPorts => ({
  decoders: indexDecoders(ALL_PROTOCOLS, book),
  interfaces: collectInterfaces(ALL_BASES, book),
  markets: ALL_PROTOCOLS.flatMap(({ market }) => market ?? []),
})
