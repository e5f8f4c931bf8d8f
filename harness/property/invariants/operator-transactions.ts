import type { Address, Hash } from 'viem'
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
    const seen = new Set<Hash>()
    return async ({ stage, client, action, permits }) => {
      const { session } = stage
      const sent: { readonly from: Address; readonly hash: Hash }[] = []
      let block = await client.getBlock({ includeTransactions: true })
      // A chain that was reorganised may have new blocks where it had others, and be no longer than before.
      while (!seen.has(block.hash) && block.number > stage.firstBlock) {
        seen.add(block.hash)
        sent.push(...block.transactions)
        if (seen.has(block.parentHash)) break
        block = await client.getBlock({ blockHash: block.parentHash, includeTransactions: true })
      }
      // A halt takes authority back with transactions of its own, and scenarios can play a thief of the key.
      const isPlayed = stage.processes.hasSeveral || hasTrait(action, 'plays-operator')
      const isForeign = isPlayed || session.agent.safety.view.haltedSince() !== undefined
      if (isForeign || sent.length === 0) return undefined
      const known = new Set(
        permits()
          .filter(({ state }) => state === 'committing' || state === 'committed' || state === 'failed')
          .flatMap(({ permitId }) => session.store.listTransactions(permitId).map(({ hash }) => hash)),
      )
      const foreign = sent.find(({ from, hash }) => isAddressEqual(from, OPERATOR) && !known.has(hash))
      return foreign && { expected: 'a transaction of a permit that was used up', found: foreign.hash }
    }
  },
}
