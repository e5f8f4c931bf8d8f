import type { PublicClient } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { type AssetDelta, differenceBps } from '../../../tools/core/outcome.ts'
import { readThroughput } from '../../../tools/core/receipt-deltas.ts'
import { findBody } from '../../../tools/safety/permit/permit.ts'
import { readMoved } from '../../oracle/moved-by-others.ts'
import { createOracle, type WatchedBalance } from '../../oracle/oracle.ts'
import type { Executed } from './follow-executed.ts'
import type { Law, LawMoment } from './law.ts'

/** What is carried out although no step is told of it, as recovery settles it, comes to what its plan expects. */
export const UNTOLD_OUTCOME: Law = {
  name: 'law.untold-outcome',
  invariants: ['I15', 'I17'],
  watch: () => async (moment) => {
    const { stage, executed } = moment
    for (const one of await executed()) {
      const row = stage.session.store.findPermit(one.permitId)
      const plan = row && findBody(row)?.plan
      if (one.report !== undefined || plan?.kind !== 'transaction') continue
      const through = readThroughput(one.receipt)
      const { assets, toleranceBps } = plan.expectation
      const isTrade = assets.some(({ deltaBaseUnits }) => deltaBaseUnits > 0n)
      for (const { token, deltaBaseUnits: found } of await readChanges(one, moment)) {
        const promised = sumOf(assets, { token, account: stage.cage })
        // A trade may come to more: others move the market while nobody hears of it.
        if (isTrade && found > promised) continue
        if (differenceBps(promised, found, through(token, stage.cage)) <= toleranceBps) continue
        return { expected: `${promised} ± ${toleranceBps} bps of ${token}`, found: String(found) }
      }
    }
    return undefined
  },
}

/** Read what a transaction changed of the cage's balances, at its place in its block; those that can be told. */
async function readChanges(
  { block, receipt }: Executed,
  { stage, client }: Pick<LawMoment, 'stage' | 'client'>,
): Promise<readonly AssetDelta[]> {
  const own = stage.oracle.watch.filter(({ account }) => isAddressEqual(account, stage.cage))
  const readBalances = (within: PublicClient, watch: readonly WatchedBalance[]) =>
    createOracle({ client: within, book: stage.book, watch: [] }).readBalancesOf(watch)
  return readMoved(client, readBalances, own, { block, index: receipt.transactionIndex })
}

const sumOf = (deltas: readonly AssetDelta[], of: Pick<AssetDelta, 'token' | 'account'>): bigint =>
  deltas
    .filter(({ token, account }) => isAddressEqual(token, of.token) && isAddressEqual(account, of.account))
    .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
