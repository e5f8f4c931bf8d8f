import type { AddressBook } from '../../tools/core/address-book.ts'
import { ToolError } from '../../tools/core/errors.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import { orderTestbeds } from '../protocols/order-testbeds.ts'
import type { TestbedMarket } from '../protocols/testbed-market.ts'

/** A protocol of the chain that has markets. */
export interface Venue {
  readonly id: string
  readonly market: TestbedMarket
}

/** List the protocols of a chain that have markets, each after what it needs. */
export const listVenues = (book: AddressBook): readonly Venue[] =>
  orderTestbeds(TESTBEDS).flatMap(([id, { market }]) =>
    market && Object.hasOwn(book.protocols, id) ? [{ id, market }] : [],
  )

/**
 * Find a venue by the id of its protocol, or the only one that there is.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED, and INVALID_PARAMS where there are several to choose from
 */
export function findVenue(book: AddressBook, id: string | undefined): Venue {
  const venues = listVenues(book)
  const [found, ...others] = id === undefined ? venues : venues.filter((venue) => venue.id === id)
  if (found === undefined) {
    throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: id ?? 'a market', chainId: book.chainId })
  }
  if (others.length === 0) return found
  const problem = `choose one of ${venues.map((venue) => venue.id).join(', ')}`
  throw new ToolError('INVALID_PARAMS', { path: '/venue', problem })
}
