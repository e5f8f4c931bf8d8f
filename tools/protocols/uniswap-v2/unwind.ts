import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { pairAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION } from './remove-pair-liquidity.action.ts'

/** Know the pairs of which a cage holds liquidity; undefined where Uniswap V2 is not deployed. */
export const createKeeper = (book: AddressBook): PositionKeeper | undefined =>
  createPositionKeeper(BASE.find(book)?.router, (holdings, chain) =>
    Promise.all(
      holdings.map(async ({ key, lots: [held] }) => {
        const address = `0x${key.slice(26)}` as const
        if (!held?.units) return { positionId: address, key, steps: [] }
        const pair = { address, abi: pairAbi } as const
        const [tokenA, tokenB] = await Promise.all([
          chain.readContract({ ...pair, functionName: 'token0' }),
          chain.readContract({ ...pair, functionName: 'token1' }),
        ])
        return {
          positionId: address,
          key,
          steps: [{ kind: ACTION.kind.kind, params: { tokenA, tokenB, shareBps: 10_000 } }],
        }
      }),
    ),
  )
