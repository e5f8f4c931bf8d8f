import { type Address, encodeAbiParameters, type Hex, pad, parseAbiParameters } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE, listKnownPools } from './base.ts'

/** The key under which BalancerReader counts shares of a pool. */
export const keyOfPool = (poolId: Hex): Hex => poolId.toLowerCase() as Hex

/** The key under which BalancerReader counts what lies of a token inside of the Vault. */
export const keyOfToken = (token: Address): Hex => pad(token.toLowerCase() as Address, { size: 32 })

/** The token that a key names; undefined where it is a pool's. */
export const tokenOf = (key: Hex): Address | undefined =>
  BigInt(key) >> 160n === 0n ? `0x${key.slice(26)}` : undefined

/** The place of a key (BalancerReader). */
const placeOf = (vault: Address, key: Hex): Hex =>
  keccak256(encodeAbiParameters(parseAbiParameters('address, bytes32'), [vault, key]))

/** List where a cage may hold something by default: in the pools that are known, and tokens with a price in the Vault. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const vault = BASE.find(book)?.vault
  if (vault === undefined) return []
  const tokens = book.tokens.filter(({ feed }) => feed !== undefined)
  return [
    ...listKnownPools(book).map(({ id }) => keyOfPool(id)),
    ...tokens.map(({ address }) => keyOfToken(address)),
  ].map((key) => placeOf(vault, key))
}
