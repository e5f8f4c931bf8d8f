import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { BASE } from './base.ts'
import { assetOf } from './lending.ts'
import { ACTION as REPAY } from './repay.action.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'

/** Know the reserves in which a cage counts something; undefined where Aave V3 is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.pool, async (holdings) =>
    holdings
      .map(({ key, lots: [supplied, owed] }) => {
        const token = assetOf(key)
        const params = { token, everything: true, venue: { protocol: BASE.id } }
        const steps = [
          ...(owed?.units ? [{ kind: REPAY.kind.kind, params }] : []),
          ...(supplied?.units ? [{ kind: WITHDRAW.kind.kind, params }] : []),
        ]
        return { positionId: token, owes: Boolean(owed?.units), steps }
      })
      // What secures debt comes out once no reserve is owed anything.
      .toSorted((a, b) => Number(b.owes) - Number(a.owes)),
  )
