import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION } from './close-liquidity.action.ts'

/** Know the positions that the position manager numbers; undefined where it is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.positionManager, (holdings, chain) =>
    Promise.all(
      holdings.map(async ({ key }) => {
        const id = BigInt(key)
        const position = await chain.readContract({
          address: BASE.on(book).positionManager,
          abi: positionManagerAbi,
          functionName: 'positions',
          args: [id],
        })
        const positionId = id.toString()
        const isOpen = [position[7], position[10], position[11]].some((amount) => amount !== 0n)
        return { positionId, key, steps: isOpen ? [{ kind: ACTION.kind.kind, params: { positionId } }] : [] }
      }),
    ),
  )
