import type { Address } from 'viem'
import { formatUsdc, USDC_DECIMALS } from '../../../tools/core/amount.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { AssetDelta } from '../../../tools/core/outcome.ts'
import { readTransferDeltas } from '../../../tools/core/receipt-deltas.ts'
import type { Executed } from './follow-executed.ts'
import { followLimit } from './follow-limit.ts'
import type { Law, LawMoment } from './law.ts'

const DAY_SECONDS = 86_400

/** What left with one transaction, and when. */
interface Spent {
  readonly atSeconds: number
  readonly usdc: bigint
}

/**
 * What the chain shows to have left in the token in which limits count is never more than they allow: by transaction,
 * and in every window of 24 hours on all chains of an agent. The store is not asked, but for the limits that the owner set
 * and which transactions no step was told of.
 */
export const OBSERVED_SPEND: Law = {
  name: 'law.observed-spend',
  invariants: ['I1', 'I2', 'I4', 'I12'],
  past: 'agent',
  watch() {
    /** By the nonce that each took: what a reorganisation took away and brought back, or replaced, left once. */
    const spends = new Map<string, Spent>()
    const [readPerTransaction, readPerDay] = [followLimit('perTransactionUsdc'), followLimit('perDayUsdc')]
    return async (moment) => {
      const { stage } = moment
      const [perTransactionUsdc, perDayUsdc] = [readPerTransaction(stage), readPerDay(stage)]
      const numeraire = stage.session.policy.assets.find(({ isNumeraire }) => isNumeraire)
      if (numeraire === undefined) return undefined
      const unit = 10n ** BigInt(numeraire.decimals)
      for (const one of await moment.executed()) {
        const net = -sumOf(await readChanges(one, moment), numeraire.token)
        if (net <= 0n) continue
        const left = (net * 10n ** BigInt(USDC_DECIMALS) + unit - 1n) / unit
        if (left > perTransactionUsdc) {
          return {
            expected: `at most ${formatUsdc(perTransactionUsdc)} in a transaction`,
            found: formatUsdc(left),
          }
        }
        const atSeconds = Number(one.block.timestamp)
        const { from, nonce } = one.transaction
        spends.set(`${stage.session.policy.chainId} ${from} ${nonce}`, { atSeconds, usdc: left })
        const broken = windowsWith(atSeconds, [...spends.values()]).find((usdc) => usdc > perDayUsdc)
        if (broken !== undefined) {
          return { expected: `at most ${formatUsdc(perDayUsdc)} in 24 hours`, found: formatUsdc(broken) }
        }
      }
      return undefined
    }
  },
}

/** What changed: by balances where a step was told of one transaction alone, by receipts where there are others. */
async function readChanges(
  { receipt, report }: Executed,
  { stage, outcome, executed }: LawMoment,
): Promise<readonly AssetDelta[]> {
  const isAlone = report !== undefined && (await executed()).length === 1
  return isAlone ? (outcome.observation?.observed ?? []) : readTransferDeltas(receipt, stage.cage)
}

/** Sum the windows that end with a spend and hold a moment; another chain of the agent may be ahead of it. */
const windowsWith = (atSeconds: number, spends: readonly Spent[]): readonly bigint[] =>
  spends
    .filter((end) => end.atSeconds >= atSeconds && end.atSeconds < atSeconds + DAY_SECONDS)
    .map((end) =>
      spends
        .filter((spend) => spend.atSeconds > end.atSeconds - DAY_SECONDS && spend.atSeconds <= end.atSeconds)
        .reduce((sum, { usdc }) => sum + usdc, 0n),
    )

const sumOf = (deltas: readonly AssetDelta[], of: Address): bigint =>
  deltas
    .filter(({ token }) => isAddressEqual(token, of))
    .reduce((sum, { deltaBaseUnits }) => sum + deltaBaseUnits, 0n)
