import { erc20Abi } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { Json } from '../../core/json.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { morphoAbi } from './abi.ts'
import { BASE } from './base.ts'
import { ACTION as CLOSE } from './close-leverage.action.ts'
import { toDebt, toSupplyAssets } from './maths.ts'
import { ACTION as REPAY } from './repay.action.ts'
import { ACTION as WITHDRAW } from './withdraw.action.ts'
import { ACTION as WITHDRAW_COLLATERAL } from './withdraw-collateral.action.ts'

/** Know the markets in which a cage counts a position; undefined where Morpho is not deployed. */
export function createKeeper(book: AddressBook): PositionKeeper | undefined {
  return createPositionKeeper(BASE.find(book)?.morpho, (holdings, chain, account) =>
    Promise.all(
      holdings.map(async ({ key: market, lots: [, , owed] }) => {
        const morpho = { address: BASE.on(book).morpho, abi: morphoAbi } as const
        const [terms, totals, { supplyShares, borrowShares, collateral }] = await Promise.all([
          chain.readContract({ ...morpho, functionName: 'idToMarketParams', args: [market] }),
          chain.readContract({ ...morpho, functionName: 'market', args: [market] }),
          chain.readContract({ ...morpho, functionName: 'position', args: [market, account] }),
        ])
        const venue = { protocol: BASE.id, market }
        const booked = {
          supplyAssets: totals.totalSupplyAssets,
          supplyShares: totals.totalSupplyShares,
          borrowAssets: totals.totalBorrowAssets,
          borrowShares: totals.totalBorrowShares,
        }
        const lent = toSupplyAssets(booked, supplyShares)
        // Interest that is not booked yet adds as much to what was lent as to what was borrowed.
        const free = totals.totalSupplyAssets - totals.totalBorrowAssets
        const amount: Readonly<Record<string, Json>> =
          free > 0n && free < lent ? { amountBaseUnits: free.toString() } : { everything: true }
        const isOwed = borrowShares > 0n
        // What the cage counts has the interest up to now, where the reader tells it.
        const counted = -(owed?.legs[0]?.amount ?? 0n)
        const debt = toDebt(booked, borrowShares)
        const held = isOwed
          ? await chain
              .readContract({
                address: terms.loanToken,
                abi: erc20Abi,
                functionName: 'balanceOf',
                args: [account],
              })
              .catch(() => 0n)
          : 0n
        // Repaying asks neither price nor health; a sale of collateral asks both.
        const isHeld = isOwed && held >= (counted > debt ? counted : debt)
        const repay = { kind: REPAY.kind.kind, params: { token: terms.loanToken, everything: true, venue } }
        const steps: UnwindStep[] = [
          ...(isHeld ? [repay] : isOwed ? [{ kind: CLOSE.kind.kind, params: { venue } }] : []),
          ...((isHeld || !isOwed) && collateral > 0n
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
