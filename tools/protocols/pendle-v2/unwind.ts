import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { marketAbi } from './abi.ts'
import { BASE, type ListedMarket, listKnownMarkets } from './base.ts'
import { ACTION as REDEEM_MATURED } from './pendle-redeem-matured-pt.action.ts'
import { ACTION as REDEEM_SY } from './pendle-redeem-sy.action.ts'
import { ACTION as REMOVE } from './pendle-remove-liquidity.action.ts'
import { ACTION as SELL_PT } from './pendle-sell-pt.action.ts'
import { ACTION as SELL_YT } from './pendle-sell-yt.action.ts'
import { keyOf } from './places.ts'

interface Ending {
  readonly token: Address
  readonly market: Address | undefined
  readonly kind: string
  /** From maturity on; nothing ends YT then, which is worth nothing. */
  readonly maturedKind?: string
}

const endingsOf = ({ market, principal, yieldToken }: ListedMarket): readonly Ending[] => [
  { token: market, market, kind: REMOVE.kind.kind, maturedKind: REMOVE.kind.kind },
  { token: principal, market, kind: SELL_PT.kind.kind, maturedKind: REDEEM_MATURED.kind.kind },
  { token: yieldToken, market, kind: SELL_YT.kind.kind },
]

/** Know the tokens of markets that a cage counts; undefined where none is known. */
export function createKeeper(book: AddressBook): PositionKeeper | undefined {
  const known = BASE.find(book)
  if (known === undefined) return undefined
  const endings: readonly Ending[] = [
    ...listKnownMarkets(book).flatMap(endingsOf),
    {
      token: known.standardizedYield,
      market: undefined,
      kind: REDEEM_SY.kind.kind,
      maturedKind: REDEEM_SY.kind.kind,
    },
  ]
  return createPositionKeeper(known.router, async (holdings, chain) =>
    Promise.all(
      holdings.map(async ({ key, lots }) => {
        const ending = endings.find(({ token }) => keyOf(token) === key)
        const units = lots.reduce((sum, lot) => sum + lot.units, 0n)
        const steps: UnwindStep[] = []
        if (ending !== undefined && units > 0n) {
          const { market, kind, maturedKind } = ending
          const isMatured =
            market !== undefined &&
            (await chain.readContract({ address: market, abi: marketAbi, functionName: 'isExpired' }))
          const chosen = isMatured ? maturedKind : kind
          const params = { ...(market === undefined ? {} : { market }), amountBaseUnits: units.toString() }
          if (chosen !== undefined) steps.push({ kind: chosen, params })
        }
        return { positionId: key, key, steps }
      }),
    ),
  )
}
