import { type Address, encodeAbiParameters, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'
import { computePairAddress, sortTokens } from './pair-address.ts'

/** A pair that the book names, with its tokens in the pair's order. */
interface KnownPair {
  readonly address: Address
  readonly tokens: readonly [Address, Address]
}

/** List the pairs of priced tokens that the book names: out of no other does a cage get its liquidity back. */
function listKnownPairs(book: AddressBook): readonly KnownPair[] {
  const known = BASE.find(book)
  if (known === undefined) return []
  const { factory, router: _router, ...pairs } = known
  const named = Object.values(pairs)
  const tokens = book.tokens.flatMap(({ address, feed }) => (feed === undefined ? [] : [address]))
  return tokens.flatMap((first, index) =>
    tokens.slice(index + 1).flatMap((second): KnownPair[] => {
      const address = computePairAddress(factory, first, second)
      const isNamed = named.some((pair) => isAddressEqual(pair, address))
      return isNamed ? [{ address, tokens: sortTokens(first, second) }] : []
    }),
  )
}

/** List these pairs as UniswapV2Reader names them. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const factory = BASE.find(book)?.factory
  if (factory === undefined) return []
  return listKnownPairs(book).map(({ tokens }) => keccak256(encodeAbiParameters(PLACE, [factory, ...tokens])))
}

const PLACE = [{ type: 'address' }, { type: 'address' }, { type: 'address' }] as const
