import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { BASE } from './base.ts'
import { ACTION as EXIT } from './exit-pool.action.ts'
import { ACTION as MANAGE } from './internal-balance.action.ts'
import { tokenOf } from './places.ts'

/** Know the shares, and what lies inside of the Vault, that a cage counts; undefined where it is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.vault, async (holdings) =>
    holdings.map(({ key, lots: [held] }) => {
      if (!held?.units) return { positionId: key, key, steps: [] }
      const token = tokenOf(key)
      const step: UnwindStep =
        token === undefined
          ? { kind: EXIT.kind.kind, params: { poolId: key, shareBps: 10_000 } }
          : {
              kind: MANAGE.kind.kind,
              params: { operation: 'withdraw', token, amountBaseUnits: held.units.toString() },
            }
      return { positionId: key, key, steps: [step] }
    }),
  )
