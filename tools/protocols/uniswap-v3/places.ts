import { encodeAbiParameters, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'

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
