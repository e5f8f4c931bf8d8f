import { formatUsdc } from '../../../tools/core/amount.ts'
import { followLimit } from './follow-limit.ts'
import type { Law } from './law.ts'
import { readLeftUsdc } from './read-left-usdc.ts'

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
      for (const one of await moment.executed()) {
        const left = await readLeftUsdc(one, moment)
        if (left === 0n) continue
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

/** Sum the windows that end with a spend and hold a moment; another chain of the agent may be ahead of it. */
const windowsWith = (atSeconds: number, spends: readonly Spent[]): readonly bigint[] =>
  spends
    .filter((end) => end.atSeconds >= atSeconds && end.atSeconds < atSeconds + DAY_SECONDS)
    .map((end) =>
      spends
        .filter((spend) => spend.atSeconds > end.atSeconds - DAY_SECONDS && spend.atSeconds <= end.atSeconds)
        .reduce((sum, { usdc }) => sum + usdc, 0n),
    )
