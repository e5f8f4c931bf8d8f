import type { AddressBook } from '../core/address-book.ts'
import { collectSignatures } from '../core/collect-signatures.ts'
import { type DecoderIndex, indexDecoders } from '../core/decoder-index.ts'
import { collectInterfaces, type Interfaces } from '../core/interfaces.ts'
import type { Market } from '../core/market.ts'
import type { KnownSignature } from '../core/signature-reader.ts'
import { ALL_BASES, ALL_PROTOCOLS } from '../profiles/generated/registry.ts'

/** What the protocols of the stack are on one chain. */
export interface ProtocolPorts {
  readonly decoders: DecoderIndex
  readonly interfaces: Interfaces
  readonly markets: readonly Market[]
  readonly signatures: readonly KnownSignature[]
}

/**
 * Put the protocols of the stack on a chain.
 *
 * @throws RangeError when two of them claim the same calls or signatures, or the book lacks an address
 */
export const createProtocolPorts = (book: AddressBook): ProtocolPorts => ({
  decoders: indexDecoders(ALL_PROTOCOLS, book),
  interfaces: collectInterfaces(ALL_BASES, book),
  signatures: collectSignatures(ALL_PROTOCOLS, book),
  markets: ALL_PROTOCOLS.flatMap(({ market }) => market ?? []),
})
