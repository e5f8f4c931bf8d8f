import type { AddressBook } from '../../core/address-book.ts'
import type { Json } from '../../core/json.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-leverage.action.ts'
import { toSupplyAssets } from './maths.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'
import { ACTION as WITHDRAW_COLLATERAL } from './withdraw-collateral.action.ts'

/** Know the markets in which a cage counts a position; undefined where Morpho is not deployed. */
export function createKeeper(book: AddressBook): PositionKeeper | undefined {
  return createPositionKeeper(BASE.find(book)?.morpho, (holdings, chain, account) =>
    Promise.all(
      holdings.map(async ({ key: market }) => {
        const morpho = { address: BASE.on(book).morpho, abi: morphoAbi } as const
        const [terms, totals, { supplyShares, borrowShares, collateral }] = await Promise.all([
          chain.readContract({ ...morpho, functionName: 'idToMarketParams', args: [market] }),
          chain.readContract({ ...morpho, functionName: 'market', args: [market] }),
          chain.readContract({ ...morpho, functionName: 'position', args: [market, account] }),
        ])
        const venue = { protocol: BASE.id, market }
        const lent = toSupplyAssets(
          {
            supplyAssets: totals.totalSupplyAssets,
            supplyShares: totals.totalSupplyShares,
            borrowAssets: totals.totalBorrowAssets,
            borrowShares: totals.totalBorrowShares,
          },
          supplyShares,
        )
        // Interest that is not booked yet adds as much to what was lent as to what was borrowed.
        const free = totals.totalSupplyAssets - totals.totalBorrowAssets
        const amount: Readonly<Record<string, Json>> =
          free > 0n && free < lent ? { amountBaseUnits: free.toString() } : { everything: true }
        const steps: UnwindStep[] = [
          ...(borrowShares > 0n ? [{ kind: CLOSE.kind.kind, params: { venue } }] : []),
          ...(borrowShares === 0n && collateral > 0n
            ? [{ kind: WITHDRAW_COLLATERAL.kind.kind, params: { market, everything: true } }]
            : []),
          ...(supplyShares > 0n
            ? [{ kind: WITHDRAW.kind.kind, params: { token: terms.loanToken, ...amount, venue } }]
            : []),
        ]
        return { positionId: market, key: market, steps }
      }),
    ),
  )
}
