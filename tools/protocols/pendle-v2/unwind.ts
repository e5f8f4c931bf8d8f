import type { Address } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { PositionKeeper, UnwindStep } from '../../core/position-keeper.ts'
import { createPositionKeeper } from '../../kit/create-position-keeper.ts'
import { marketAbi } from './abi.ts'
import { BASE, type ListedMarket, listKnownMarkets } from './base.ts'
import { ACTION as REDEEM_MATURED } from './pendle-redeem-matured-pt.action.ts'
import { ACTION as MERGE } from './pendle-redeem-py.action.ts'
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
  /** What it is merged with before maturity, at no price of the market's. */
  readonly pair?: Address
}

const endingsOf = ({ market, principal, yieldToken }: ListedMarket): readonly Ending[] => [
  { token: market, market, kind: REMOVE.kind.kind, maturedKind: REMOVE.kind.kind },
  {
    token: principal,
    market,
    kind: SELL_PT.kind.kind,
    maturedKind: REDEEM_MATURED.kind.kind,
    pair: yieldToken,
  },
  { token: yieldToken, market, kind: SELL_YT.kind.kind, pair: principal },
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
  return createPositionKeeper(known.router, async (holdings, chain) => {
    // The router takes nothing that is worth less than a base unit of the asset.
    const unitsOf = new Map(
      holdings.map(({ key, lots }) => {
        const worth = lots.filter(({ legs }) => legs.some(({ amount }) => amount > 0n))
        return [key, worth.reduce((sum, { units }) => sum + units, 0n)] as const
      }),
    )
    return Promise.all(
      [...unitsOf].map(async ([key, units]) => {
        const ending = endings.find(({ token }) => keyOf(token) === key)
        const steps: UnwindStep[] = []
        if (ending !== undefined && units > 0n) {
          const { market, kind, maturedKind, pair } = ending
          const isMatured =
            market !== undefined &&
            (await chain.readContract({ address: market, abi: marketAbi, functionName: 'isExpired' }))
          const chosen = isMatured ? maturedKind : kind
          const paired = (pair && !isMatured && unitsOf.get(keyOf(pair))) || 0n
          const merged = paired < units ? paired : units
          const take = (taken: string | undefined, amount: bigint) => {
            const params = { ...(market === undefined ? {} : { market }), amountBaseUnits: amount.toString() }
            if (taken !== undefined && amount > 0n) steps.push({ kind: taken, params })
          }
          take(MERGE.kind.kind, merged)
          take(chosen, units - merged)
        }
        return { positionId: key, key, steps }
      }),
    )
  })
}
