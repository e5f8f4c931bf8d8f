import { encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'
import { toPoolId, USUAL_SPACINGS } from './pool.ts'

/**
 * List the pools without a hook that have a usual fee and trade the native coin, or its wrapped one, for another priced
 * token of a chain, as UniswapV4Reader names them. Every other pool, each one with a hook among them, is for its owner to
 * approve.
 */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const manager = BASE.find(book)?.positionManager
  const { wrappedNative } = book
  if (manager === undefined || wrappedNative === undefined) return []
  const others = book.tokens.flatMap(({ address, feed }) =>
    feed === undefined || address === wrappedNative ? [] : [address],
  )
  return [zeroAddress, wrappedNative].flatMap((native) =>
    others.flatMap((other) =>
      Object.entries(USUAL_SPACINGS).map(([fee, tickSpacing]) => {
        const [currency0, currency1] = BigInt(native) < BigInt(other) ? [native, other] : [other, native]
        const id = toPoolId({ currency0, currency1, fee: Number(fee), tickSpacing, hooks: zeroAddress })
        return keccak256(encodeAbiParameters(PLACE, [manager, id]))
      }),
    ),
  )
}

const PLACE = [{ type: 'address' }, { type: 'bytes32' }] as const
