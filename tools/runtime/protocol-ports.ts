import type { AddressBook } from '../core/address-book.ts'
import { collectSignatures } from '../core/collect-signatures.ts'
import { type DecoderIndex, indexDecoders } from '../core/decoder-index.ts'
import { collectFillers, type KnownFiller } from '../core/filler.ts'
import type { GrantKeeper } from '../core/grant-keeper.ts'
import { collectInterfaces, type Interfaces } from '../core/interfaces.ts'
import type { Market } from '../core/market.ts'
import type { PositionKeeper } from '../core/position-keeper.ts'
import type { KnownSignature } from '../core/signature-reader.ts'
import { ALL_BASES, ALL_PROTOCOLS } from '../profiles/generated/registry.ts'

/** What the protocols of the stack are on one chain. */
export interface ProtocolPorts {
  readonly decoders: DecoderIndex
  readonly interfaces: Interfaces
  readonly markets: readonly Market[]
  readonly fillers: readonly KnownFiller[]
  readonly signatures: readonly KnownSignature[]
  /** Tokens first: what other contracts keep draws on their allowances. */
  readonly grants: readonly GrantKeeper[]
  readonly positions: readonly PositionKeeper[]
}

const known = new WeakMap<AddressBook, ProtocolPorts>()

/**
 * Put the protocols of the stack on a chain; once for each book.
 *
 * @throws RangeError when two of them claim the same calls or signatures or fill the same need, or the book lacks an
 * address
 */
export function putProtocolsOn(book: AddressBook): ProtocolPorts {
  const found = known.get(book)
  if (found) return found
  const ports: ProtocolPorts = {
    decoders: indexDecoders(ALL_PROTOCOLS, book),
    interfaces: collectInterfaces(ALL_BASES, book),
    signatures: collectSignatures(ALL_PROTOCOLS, book),
    grants: ALL_PROTOCOLS.flatMap(({ authority }) => authority?.(book) ?? []).toSorted(
      (a, b) => Number(a.keeper !== undefined) - Number(b.keeper !== undefined),
    ),
    positions: ALL_PROTOCOLS.flatMap(({ unwind }) => unwind?.(book) ?? []),
    markets: ALL_PROTOCOLS.flatMap(({ market }) => market ?? []),
    fillers: collectFillers(ALL_PROTOCOLS),
  }
  known.set(book, ports)
  return ports
}
