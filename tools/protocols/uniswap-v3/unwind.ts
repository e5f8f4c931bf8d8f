import type { AddressBook } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-liquidity.action.ts'
import { ACTION as UNSTAKE } from './unstake-liquidity.action.ts'

/**
 * Know the positions that the position manager numbers; undefined where it is not deployed. What is staked comes back first,
 * without its rewards: a token that does not pay them would keep it.
 */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.positionManager, (holdings, chain) =>
    Promise.all(
      holdings.map(async ({ key }) => {
        const { positionManager: address, staker } = BASE.on(book)
        const manager = { address, abi: positionManagerAbi, args: [BigInt(key)] } as const
        const [position, owner] = await Promise.all([
          chain.readContract({ ...manager, functionName: 'positions' }),
          chain.readContract({ ...manager, functionName: 'ownerOf' }),
        ])
        const positionId = BigInt(key).toString()
        if (![position[7], position[10], position[11]].some((amount) => amount !== 0n)) {
          return { positionId, key, steps: [] }
        }
        const close = { kind: CLOSE.kind.kind, params: { positionId } }
        const unstake = { kind: UNSTAKE.kind.kind, params: { positionId, keepRewards: true } }
        return {
          positionId,
          key,
          steps: staker && isAddressEqual(owner, staker) ? [unstake, close] : [close],
        }
      }),
    ),
  )
