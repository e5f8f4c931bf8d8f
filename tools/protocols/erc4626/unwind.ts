import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper, joinKeepers } from '../../kit/create-position-keeper.ts'
import { listKnownVaults } from './base.ts'
import { ACTION as EXIT } from './vault-exit.action.ts'

/** Know the vaults of which a cage counts shares; undefined where none is known. */
export function createKeeper(book: AddressBook): PositionKeeper | undefined {
  const keepers = listKnownVaults(book).flatMap(
    ({ address }) =>
      createPositionKeeper(address, async (holdings) =>
        holdings.map(({ key, lots }) => ({
          positionId: key,
          key,
          steps: lots.some(({ units }) => units > 0n)
            ? [{ kind: EXIT.kind.kind, params: { vault: address } }]
            : [],
        })),
      ) ?? [],
  )
  return keepers.length === 0 ? undefined : joinKeepers(keepers)
}
