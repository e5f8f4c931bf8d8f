import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { BASE } from './base.ts'
import { ACTION } from './close-v4-liquidity.action.ts'

/** Know the positions that the position manager numbers; undefined where it is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.positionManager, async (holdings) =>
    holdings.map(({ key, lots: [held] }) => {
      const positionId = BigInt(key).toString()
      const steps = held?.units ? [{ kind: ACTION.kind.kind, params: { positionId } }] : []
      return { positionId, key, steps }
    }),
  )
