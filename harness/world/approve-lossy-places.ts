import { type Address, concatHex, type Hex, numberToHex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import { listLossyPlaces } from './default-policy.ts'

/** Slot of the cage's mapping of the places that its owner approved (`CageState.State`). */
const PLACES_SLOT = numberToHex(9, { size: 32 })

const slotOf = (place: Hex) => keccak256(concatHex([place, PLACES_SLOT]))

/**
 * Approve the places for a cage whose end may pay less than it counts for, as if it had been built with them: its owner
 * would wait for them, and the default policy has none, since they widen what an attacker can take.
 */
export async function approveLossyPlaces(
  { rpc }: Pick<ForkControl, 'rpc'>,
  cage: Address,
  book: AddressBook,
): Promise<void> {
  const approved = numberToHex(1, { size: 32 })
  await Promise.all(
    listLossyPlaces(book).map((place) => rpc.request('anvil_setStorageAt', [cage, slotOf(place), approved])),
  )
}
