import type { Address, Hex } from 'viem'
import { formatUsdc, USDC_DECIMALS } from '../../../tools/core/amount.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { AssetDelta } from '../../../tools/core/outcome.ts'
import { readTransferDeltas } from '../../../tools/core/receipt-deltas.ts'
import type { Executed } from './follow-executed.ts'
import type { Law, LawMoment } from './law.ts'

const DAY_SECONDS = 86_400

/** What left an account with some transactions, by its net changes; the last one stands for all. */
interface Outflow {
  readonly deltas: readonly AssetDelta[]
  readonly transactions: number
  readonly last: Pick<Executed, 'permitId' | 'block'>
}

/**
 * What the chain shows to have left in the token in which limits count is never more than they allow: by transaction,
 * and in every window of 24 hours on all chains of an agent. The store is not asked, but for which transactions no step
 * was told of.
 */
export const OBSERVED_SPEND: Law = {
  name: 'law.observed-spend',
  invariants: ['I1', 'I2', 'I4', 'I12'],
  past: 'agent',
  watch() {
    /** By permit: what a reorganisation took away and brought back left once. */
    const spends = new Map<Hex, { readonly atSeconds: number; readonly usdc: bigint }>()
    return async (moment) => {
      const { assets, limits } = moment.stage.session.policy
      const numeraire = assets.find(({ isNumeraire }) => isNumeraire)
      if (numeraire === undefined) return undefined
      const unit = 10n ** BigInt(numeraire.decimals)
      for (const { deltas, transactions, last } of listOutflows(moment, await moment.executed())) {
        const net = -sumOf(deltas, numeraire.token)
        if (net <= 0n) continue
        const left = (net * 10n ** BigInt(USDC_DECIMALS) + unit - 1n) / unit
        const most = limits.perTransactionUsdc * BigInt(transactions)
        if (left > most) {
          const what = transactions === 1 ? 'a transaction' : `${transactions} transactions`
          return { expected: `at most ${formatUsdc(most)} in ${what}`, found: formatUsdc(left) }
        }
        const atSeconds = Number(last.block.timestamp)
        spends.set(last.permitId, { atSeconds, usdc: left })
        const window = [...spends.values()]
          .filter((spend) => spend.atSeconds > atSeconds - DAY_SECONDS && spend.atSeconds <= atSeconds)
          .reduce((sum, { usdc }) => sum + usdc, 0n)
        if (window > limits.perDayUsdc) {
          return {
            expected: `at most ${formatUsdc(limits.perDayUsdc)} in 24 hours`,
            found: formatUsdc(window),
          }
        }
      }
      return undefined
    }
  },
}

/** What left: by balances where the step was told what it carried out, by receipts where it was not. */
function listOutflows(
  { stage, outcome }: Pick<LawMoment, 'stage' | 'outcome'>,
  executed: readonly Executed[],
): readonly Outflow[] {
  const { reports = [], observed = [] } = outcome.observation ?? {}
  const told = executed.filter(({ report }) => report !== undefined)
  const last = told.at(-1)
  // What the owner approves passes the agent's limits by.
  const isOwn = reports.every(({ body }) => body.approval === undefined)
  const isApproved = (permitId: Executed['permitId']) =>
    stage.session.store.findPermit(permitId)?.body.includes('"approval":')
  const untold = executed.filter(({ report, permitId }) => report === undefined && !isApproved(permitId))
  return [
    ...(last && isOwn ? [{ deltas: observed, transactions: told.length, last }] : []),
    ...untold.map((one) => ({
      deltas: readTransferDeltas(one.receipt, stage.cage),
      transactions: 1,
      last: one,
    })),
  ]
}

const sumOf = (deltas: readonly AssetDelta[], of: Address): bigint =>
  deltas
    .filter(({ token }) => isAddressEqual(token, of))
    .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
