import { isAddressEqual } from 'viem'
import { formatUsdc, USDC_DECIMALS } from '../../../tools/core/amount.ts'
import type { Law } from './law.ts'

const DAY_SECONDS = 86_400

/**
 * What the chain shows to have left in the token in which limits count is never more than they allow: by transaction,
 * and in every window of 24 hours. The store is not asked.
 */
export const OBSERVED_SPEND: Law = {
  name: 'law.observed-spend',
  invariants: ['I1', 'I2', 'I4'],
  watch() {
    const spends: { readonly atSeconds: number; readonly usdc: bigint }[] = []
    return async ({ stage, client, outcome }) => {
      const { observation } = outcome
      if (observation?.report === undefined) return undefined
      const { assets, limits } = stage.session.policy
      const numeraire = assets.find(({ isNumeraire }) => isNumeraire)
      if (numeraire === undefined) return undefined
      const net = observation.observed
        .filter(({ token }) => isAddressEqual(token, numeraire.token))
        .reduce((sum, { deltaBaseUnits }) => sum - deltaBaseUnits, 0n)
      if (net <= 0n || observation.report.body.approval) return undefined
      const unit = 10n ** BigInt(numeraire.decimals)
      const left = (net * 10n ** BigInt(USDC_DECIMALS) + unit - 1n) / unit
      if (left > limits.perTransactionUsdc) {
        return {
          expected: `at most ${formatUsdc(limits.perTransactionUsdc)} in a transaction`,
          found: formatUsdc(left),
        }
      }
      const { blockNumber } = observation.report.receipt
      const atSeconds = Number((await client.getBlock({ blockNumber })).timestamp)
      spends.push({ atSeconds, usdc: left })
      const window = spends
        .filter((spend) => spend.atSeconds > atSeconds - DAY_SECONDS && spend.atSeconds <= atSeconds)
        .reduce((sum, { usdc }) => sum + usdc, 0n)
      return window > limits.perDayUsdc
        ? { expected: `at most ${formatUsdc(limits.perDayUsdc)} in 24 hours`, found: formatUsdc(window) }
        : undefined
    }
  },
}
