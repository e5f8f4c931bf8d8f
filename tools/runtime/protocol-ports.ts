import type { AddressBook } from '../core/address-book.ts'
import { collectSignatures } from '../core/collect-signatures.ts'
import { type DecoderIndex, indexDecoders } from '../core/decoder-index.ts'
import { collectFillers, type KnownFiller } from '../core/filler.ts'
import type { GrantKeeper } from '../core/grant-keeper.ts'
import { collectInterfaces, type Interfaces } from '../core/interfaces.ts'
import type { KnownRates } from '../core/lending-rates.ts'
import type { KnownWitness } from '../core/loss-witness.ts'
import type { Market } from '../core/market.ts'
import type { KnownKeeper } from '../core/position-keeper.ts'
import { collectPositionSources, type PositionSource } from '../core/position-source.ts'
import type { Protocol } from '../core/protocol.ts'
import type { KnownSignature } from '../core/signature-reader.ts'

/** What the protocols of a stack are on one chain. */
export interface ProtocolPorts {
  readonly decoders: DecoderIndex
  readonly interfaces: Interfaces
  readonly markets: readonly Market[]
  readonly rates: readonly KnownRates[]
  readonly fillers: readonly KnownFiller[]
  readonly signatures: readonly KnownSignature[]
  /** Tokens first: what other contracts keep draws on their allowances. */
  readonly grants: readonly GrantKeeper[]
  readonly positions: readonly KnownKeeper[]
  readonly positionSources: readonly PositionSource[]
  readonly witnesses: readonly KnownWitness[]
}

const known = new WeakMap<readonly Protocol[], WeakMap<AddressBook, ProtocolPorts>>()

/**
 * Put the protocols of a stack on a chain; once for each book.
 *
 * @throws RangeError when two of them claim the same calls or signatures or fill the same need, or the book lacks an
 * address
 */
export function putProtocolsOn(protocols: readonly Protocol[], book: AddressBook): ProtocolPorts {
  const byBook = known.get(protocols) ?? new WeakMap<AddressBook, ProtocolPorts>()
  const found = byBook.get(book)
  if (found) return found
  const ports: ProtocolPorts = {
    decoders: indexDecoders(protocols, book),
    interfaces: collectInterfaces(
      protocols.map(({ base }) => base),
      book,
    ),
    signatures: collectSignatures(protocols, book),
    grants: protocols
      .flatMap(({ authority }) => authority?.(book) ?? [])
      .toSorted((a, b) => Number(a.keeper !== undefined) - Number(b.keeper !== undefined)),
    witnesses: protocols.flatMap(({ id, explain }) => {
      const witness = explain?.(book)
      return witness ? [{ protocol: id, readLog: witness.readLog }] : []
    }),
    positions: protocols.flatMap(({ id, unwind }) => {
      const keeper = unwind?.(book)
      return keeper ? [{ protocol: id, listOpen: keeper.listOpen }] : []
    }),
    positionSources: collectPositionSources(protocols, book),
    markets: protocols.flatMap(({ market }) => market ?? []),
    rates: protocols.flatMap(({ id, base, rates }) =>
      rates && base.find(book) ? [{ protocol: id, readRates: rates }] : [],
    ),
    fillers: collectFillers(protocols),
  }
  known.set(protocols, byBook.set(book, ports))
  return ports
}
