import { isAddressEqual } from 'viem'
import { hasTrait } from '../../scenario/find-step.ts'
import { ACTORS } from '../../world/actors.ts'
import type { Law } from './law.ts'

const OPERATOR = ACTORS.operator.address

/** Nothing that the operator's key signed is in a block but transactions of permits that were used up. */
export const OPERATOR_TRANSACTIONS: Law = {
  name: 'law.operator-transactions',
  invariants: ['I13', 'I25', 'I49'],
  past: 'chain',
  watch() {
    let seen: { readonly seconds: bigint; readonly number: bigint } | undefined
    return async ({ stage, client, headSeconds, action, permits }) => {
      const { session } = stage
      if (seen?.seconds === headSeconds) return undefined
      const from = seen?.number ?? stage.firstBlock
      const last = await client.getBlock({ includeTransactions: true })
      const { number: head } = last
      seen = { seconds: headSeconds, number: head }
      // A halt takes authority back with transactions of its own, and scenarios can play a thief of the key.
      const isPlayed = stage.processes.hasSeveral || hasTrait(action, 'plays-operator')
      const isForeign = isPlayed || session.agent.safety.view.haltedSince() !== undefined
      if (isForeign || head <= from) return undefined
      const known = new Set(
        permits()
          .filter(({ state }) => state === 'committing' || state === 'committed' || state === 'failed')
          .flatMap(({ permitId }) => session.store.listTransactions(permitId).map(({ hash }) => hash)),
      )
      const between = Array.from({ length: Number(head - from) - 1 }, (_, index) => from + BigInt(index) + 1n)
      const found = await Promise.all(
        between.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
      )
      const foreign = [...found, last]
        .flatMap(({ transactions }) => transactions)
        .find((sent) => isAddressEqual(sent.from, OPERATOR) && !known.has(sent.hash))
      return foreign && { expected: 'a transaction of a permit that was used up', found: foreign.hash }
    }
  },
}
