import type { Address } from 'viem'
import type { Law } from './law.ts'

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
      const { least } = JSON.parse(kept) as {
        readonly least: readonly { readonly token: Address; readonly baseUnits: string }[]
      }
      const held = await stage.oracle.readBalancesOf(
        least.map(({ token }) => ({ token, account: stage.cage })),
      )
      const index = least.findIndex(({ baseUnits }, at) => (held[at] ?? 0n) < BigInt(baseUnits))
      const booked = least[index]
      return (
        booked && { expected: `at least ${booked.baseUnits} of ${booked.token}`, found: String(held[index]) }
      )
    },
}
