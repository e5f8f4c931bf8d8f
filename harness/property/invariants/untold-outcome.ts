import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { type AssetDelta, differenceBps } from '../../../tools/core/outcome.ts'
import { readThroughput } from '../../../tools/core/receipt-deltas.ts'
import { findBody } from '../../../tools/safety/permit/permit.ts'
import type { Law } from './law.ts'

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
      const own = stage.oracle.watch.filter(({ account }) => isAddressEqual(account, stage.cage))
      const at = { blockNumber: one.block.number, transactionIndex: one.receipt.transactionIndex }
      for (const { token, deltaBaseUnits: found } of await stage.oracle.readMovedBy(at, own)) {
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

const sumOf = (deltas: readonly AssetDelta[], of: Pick<AssetDelta, 'token' | 'account'>): bigint =>
  deltas
    .filter(({ token, account }) => isAddressEqual(token, of.token) && isAddressEqual(account, of.account))
    .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
