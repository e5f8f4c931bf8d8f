import type { Hash } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { hasTrait } from '../../scenario/find-step.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS } from '../../world/actors.ts'
import type { Law } from './law.ts'

const OPERATOR = ACTORS.operator.address

/**
 * Nothing that the operator's key signed is in a block but transactions of permits that were used up, and those by which a
 * halt takes authority back, of which the log tells before they are sent.
 */
export const OPERATOR_TRANSACTIONS: Law = {
  name: 'law.operator-transactions',
  invariants: ['I13', 'I25', 'I46', 'I49'],
  past: 'chain',
  watch() {
    /** What may be mined; a store may forget what was sent before it is. */
    const known = new Set<Hash>()
    return async ({ stage, client, action, sent, blocks }) => {
      const { session, processes, faults } = stage
      for (const { hash } of sent()) known.add(hash)
      const mined = await blocks()
      const isHalted = session.agent.safety.view.haltedSince() !== undefined
      if (isHalted && faults.disk.hasFailed) {
        // What a broken disk does not take the log tells later; what waits may be mined when the halt is cleared.
        const { transactions } = await client.getBlock({ blockTag: 'pending', includeTransactions: true })
        for (const { hash } of transactions) known.add(hash)
        return undefined
      }
      const ofOperator = mined
        .flatMap(({ transactions }) => transactions)
        .filter(({ from }) => isAddressEqual(from, OPERATOR))
      // A halt may be cleared in the step in which it sent something, or before that is mined.
      if (isHalted || ofOperator.length > 0) for (const hash of listHaltSigned(session)) known.add(hash)
      // Scenarios can play a thief of the key.
      if (processes.hasSeveral || hasTrait(action, 'plays-operator')) return undefined
      const foreign = ofOperator.find(({ hash }) => !known.has(hash))
      return foreign && { expected: 'a transaction of a permit that was used up', found: foreign.hash }
    }
  },
}

const listHaltSigned = ({ store }: Stage['session']): readonly Hash[] =>
  store
    .readAudit(1, Number.MAX_SAFE_INTEGER)
    .flatMap(({ kind, body }) => (kind === 'halt-signed' ? [(JSON.parse(body) as { hash: Hash }).hash] : []))
