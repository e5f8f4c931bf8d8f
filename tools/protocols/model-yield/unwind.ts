import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper, joinKeepers } from '../../kit/create-position-keeper.ts'
import { numberOfOrder, STAKED } from './acts.ts'
import { BASE } from './base.ts'
import { ACTION as CANCEL } from './cancel-model-order.action.ts'
import { ACTION as CLAIM } from './claim-model-exit.action.ts'
import { ACTION as REQUEST_EXIT } from './request-model-exit.action.ts'

/** Know what a cage has staked, its tickets and its orders; undefined where the model is not deployed. */
export function createKeeper(book: AddressBook): PositionKeeper | undefined {
  const contracts = BASE.find(book)
  const staked = createPositionKeeper(contracts?.staking, async (holdings) =>
    holdings.map(({ key, lots: [lot] }) => {
      const positionId = BigInt(key).toString()
      if (lot === undefined || lot.units === 0n) return { positionId, key, steps: [] }
      if (key === STAKED) {
        const params = { sharesBaseUnits: lot.units.toString() }
        return { positionId, key, steps: [{ kind: REQUEST_EXIT.kind.kind, params }] }
      }
      const claim = { kind: CLAIM.kind.kind, params: { ticket: positionId }, fromSeconds: lot.claimableFrom }
      return { positionId, key, steps: [claim] }
    }),
  )
  const ordered = createPositionKeeper(contracts?.orders, async (holdings) =>
    holdings.map(({ key, lots: [lot] }) => {
      const order = numberOfOrder(key).toString()
      const isOpen = lot !== undefined && lot.units > 0n
      return {
        positionId: `order ${order}`,
        key,
        steps: isOpen ? [{ kind: CANCEL.kind.kind, params: { order } }] : [],
      }
    }),
  )
  return staked === undefined || ordered === undefined ? undefined : joinKeepers([ordered, staked])
}
