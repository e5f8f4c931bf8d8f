import { USDC_DECIMALS } from '../../../tools/core/amount.ts'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import type { AssetDelta } from '../../../tools/core/outcome.ts'
import { readTransferDeltas } from '../../../tools/core/receipt-deltas.ts'
import type { Executed } from './follow-executed.ts'
import type { LawMoment } from './law.ts'

/**
 * Read how much left the cage with a transaction in the token in which limits count, on balance and rounded up, in USDC base
 * units; 0 where some came in.
 */
export async function readLeftUsdc(one: Executed, moment: LawMoment): Promise<bigint> {
  const numeraire = moment.stage.session.policy.assets.find(({ isNumeraire }) => isNumeraire)
  if (numeraire === undefined) return 0n
  const changes = await readChanges(one, moment)
  const net = changes
    .filter(({ token }) => isAddressEqual(token, numeraire.token))
    .reduce((sum, { deltaBaseUnits }) => sum - deltaBaseUnits, 0n)
  const unit = 10n ** BigInt(numeraire.decimals)
  return net > 0n ? (net * 10n ** BigInt(USDC_DECIMALS) + unit - 1n) / unit : 0n
}

/**
 * What changed: by balances where a step was told of one transaction and nothing else was mined in it, by receipts where
 * there are others: what they pay in makes good for nothing.
 */
async function readChanges(
  { receipt, report }: Executed,
  { stage, outcome, blocks }: LawMoment,
): Promise<readonly AssetDelta[]> {
  const isAlone =
    report !== undefined && (await blocks()).flatMap(({ transactions }) => transactions).length === 1
  return isAlone ? (outcome.observation?.observed ?? []) : readTransferDeltas(receipt, stage.cage)
}
