import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE, POSITION_TOKENS } from './base.ts'

/** The key under which the reader counts a token, and the place that it is in (PendleReader). */
export const keyOf = (token: Address): Hex =>
  keccak256(encodeAbiParameters(parseAbiParameters('address'), [token]))

/** List the tokens of the known markets, which a cage may hold by default, as PendleReader names them. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const known = BASE.find(book)
  return known === undefined ? [] : POSITION_TOKENS.map((name) => keyOf(known[name]))
}
