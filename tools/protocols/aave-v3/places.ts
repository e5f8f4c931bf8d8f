import { encodeAbiParameters, type Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { BASE } from './base.ts'

/** List the reserves of all priced tokens of a chain, as AaveReader names them; one that is not listed stays empty. */
export function listPlaces(book: AddressBook): readonly Hex[] {
  const pool = BASE.find(book)?.pool
  if (pool === undefined) return []
  return book.tokens.flatMap(({ address, feed }) =>
    feed === undefined ? [] : [keccak256(encodeAbiParameters(PLACE, [pool, address]))],
  )
}

const PLACE = [{ type: 'address' }, { type: 'address' }] as const
