import { formatUsdc } from '../../../tools/core/amount.ts'
import type { Law } from './law.ts'
import { readLeftUsdc } from './read-left-usdc.ts'

/** What the chain shows to have left with an action is counted: what the ledger holds of its permit is no less. */
export const OBSERVED_COUNTED: Law = {
  name: 'law.observed-counted',
  invariants: ['I4'],
  watch: () => async (moment) => {
    const { store } = moment.stage.session
    const { positions = [] } = moment.outcome.observation?.outcome ?? {}
    // What ends a debt of the account's own is no spend.
    if (positions.some(({ kind, observedUnits }) => kind === 'owed' && BigInt(observedUnits) < 0n))
      return undefined
    for (const one of await moment.executed()) {
      // What nobody was told of yet nobody settled.
      if (one.report === undefined) continue
      const left = await readLeftUsdc(one, moment)
      const counted = left === 0n ? 0n : (store.findLedgerEntry(one.permitId)?.amountUsdc ?? 0n)
      if (counted < left) {
        return {
          expected: `at least ${formatUsdc(left)} counted of ${one.permitId}`,
          found: formatUsdc(counted),
        }
      }
    }
    return undefined
  },
}
