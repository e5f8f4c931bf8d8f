import type { Address } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { Position } from '../../../tools/core/position.ts'
import type { Law } from './law.ts'

/** A lot as the books keep it; a new one may have got another number. */
interface BookedLot {
  readonly protocol: string
  readonly key: string
  readonly lot: number
  readonly kind: string
  readonly units: string
  readonly isNew?: true
}

/** Find a lot of which less is held, or more owed, than is booked. */
function findBroken(lots: readonly BookedLot[], positions: readonly Position[]) {
  for (const { protocol, key, lot, kind, units, isNew } of lots) {
    if (isNew) continue
    const position = positions.find((known) => known.protocol === protocol && known.key === key)
    const found = position?.lots[lot]?.units ?? 0n
    const [bound, isBroken] =
      kind === 'owed' ? ['at most', found > BigInt(units)] : ['at least', found < BigInt(units)]
    if (isBroken) {
      const subject = `${kind} in ${protocol} under ${key}`
      return { expected: `${bound} ${units} (${subject})`, found: String(found) }
    }
  }
  return undefined
}

/** After an action of the stack, what its books say is there is there. */
export const BOOKS_HELD: Law = {
  name: 'law.books-held',
  invariants: ['I53'],
  watch:
    () =>
    async ({ stage, outcome }) => {
      const { store } = stage.session
      const kept = store.isMetaIntact('books') ? store.readMeta('books') : undefined
      if (kept === undefined || outcome.observation?.report === undefined) return undefined
      // What a halt sells no book follows; the account is claimed anew when it is cleared.
      if (stage.session.agent.safety.view.haltedSince() !== undefined) return undefined
      const { least, lots = [] } = JSON.parse(kept) as {
        readonly least: readonly { readonly token: Address; readonly baseUnits: string }[]
        readonly lots?: readonly BookedLot[]
      }
      const { balances, positions } = await stage.readHoldings()
      const { oracle, cage } = stage
      const places = least.map(({ token }) =>
        oracle.watch.findIndex(
          (one) => isAddressEqual(one.token, token) && isAddressEqual(one.account, cage),
        ),
      )
      const held = places.includes(-1)
        ? await oracle.readBalancesOf(least.map(({ token }) => ({ token, account: cage })))
        : places.map((place) => balances[place])
      // A token that gives no answer is not gone: what it holds shows when it gives one.
      const isLess = (found: bigint | undefined, booked: string) =>
        found !== undefined && found < BigInt(booked)
      const index = least.findIndex(({ baseUnits }, at) => isLess(held[at], baseUnits))
      const booked = least[index]
      if (booked) {
        return { expected: `at least ${booked.baseUnits} of ${booked.token}`, found: String(held[index]) }
      }
      return findBroken(lots, positions)
    },
}
