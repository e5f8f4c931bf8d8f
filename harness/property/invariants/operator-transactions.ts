import type { Hash } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
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
    /** What may be mined; a store may forget what was sent before it is. */
    const known = new Set<Hash>()
    return async ({ stage, client, action, sent, blocks }) => {
      const { session, processes } = stage
      for (const { hash } of sent()) known.add(hash)
      const mined = await blocks()
      // A halt takes authority back with transactions of its own, and scenarios can play a thief of the key.
      const isPlayed = processes.hasSeveral || hasTrait(action, 'plays-operator')
      if (session.agent.safety.view.haltedSince() !== undefined) {
        // What of them waits may be mined when the halt is cleared.
        const { transactions } = await client.getBlock({ blockTag: 'pending', includeTransactions: true })
        for (const { hash } of transactions) known.add(hash)
        return undefined
      }
      if (isPlayed) return undefined
      const foreign = mined
        .flatMap(({ transactions }) => transactions)
        .find(({ from, hash }) => isAddressEqual(from, OPERATOR) && !known.has(hash))
      return foreign && { expected: 'a transaction of a permit that was used up', found: foreign.hash }
    }
  },
}
