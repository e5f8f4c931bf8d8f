import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'

/** List staking, and the orders of all pairs of priced tokens, as the model's readers name them. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const known = BASE.find(book)
  if (known === undefined) return []
  const tokens = book.tokens.flatMap(({ address, feed }) => (feed === undefined ? [] : [address]))
  const pairs = tokens.flatMap((sold) =>
    tokens
      .filter((bought) => bought !== sold)
      .map((bought) =>
        keccak256(
          encodeAbiParameters(parseAbiParameters('address, address, address'), [known.orders, sold, bought]),
        ),
      ),
  )
  return [keccak256(encodeAbiParameters(parseAbiParameters('address'), [known.staking])), ...pairs]
}
