import { type Address, encodeAbiParameters, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'
import { computePoolAddress } from './pool-address.ts'

/** Fee tiers of the factory, in millionths. Source: UniswapV3Factory, and its governance's 0.01 %. */
const FEES = [100, 500, 3_000, 10_000]

/** List the pools of all pairs of priced tokens of a chain, as UniswapV3Reader names them. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const manager = BASE.find(book)?.positionManager
  if (manager === undefined) return []
  const tokens = book.tokens
    .flatMap(({ address, feed }) => (feed === undefined ? [] : [address]))
    .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  return tokens.flatMap((token0, index) =>
    tokens
      .slice(index + 1)
      .flatMap((token1) =>
        FEES.map((fee) => keccak256(encodeAbiParameters(PLACE, [manager, token0, token1, fee]))),
      ),
  )
}

const PLACE = [{ type: 'address' }, { type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const

/** Fee tiers whose pools others read prices of. */
const ORACLE_FEES = [500, 3_000]

/** List the pools of priced tokens against the wrapped native coin in the tiers that oracles read, opened or not. */
export function listOraclePools(book: AddressBook): readonly Address[] {
  const { factory } = BASE.find(book) ?? {}
  const { wrappedNative, tokens } = book
  if (factory === undefined || wrappedNative === undefined) return []
  return tokens.flatMap(({ address, feed }) =>
    feed === undefined || isAddressEqual(address, wrappedNative)
      ? []
      : ORACLE_FEES.map((fee) => computePoolAddress(factory, wrappedNative, address, fee)),
  )
}
