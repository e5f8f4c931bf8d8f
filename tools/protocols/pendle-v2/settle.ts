import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { changes } from './acts.ts'
import { BASE, POSITION_TOKENS } from './base.ts'

/** What every tool that acts in markets reports. */
export const ACT_OUTPUT = Type.Object({
  /** SY, PT, YT and LP that came or, below zero, went. */
  positions: TokenChangesSchema,
  tokens: TokenChangesSchema,
})

const OWN = Object.values(BASE.addresses).flatMap((known) => POSITION_TOKENS.map((name) => known[name]))

/** Report an act from its receipt; what the cage counts as a position is no token of the account's. */
export function settleAct({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof ACT_OUTPUT>> {
  const moved = readTransferDeltas(receipt, account).filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
  const isOwn = ({ token }: (typeof moved)[number]) => OWN.some((own) => isAddressEqual(own, token))
  const positions = moved.filter(isOwn)
  const assets = moved.filter((one) => !isOwn(one))
  return {
    data: { positions: describeTokenChanges(positions), tokens: describeTokenChanges(assets) },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: positions.map(({ token, deltaBaseUnits }) => changes(token, deltaBaseUnits)),
    },
    groundTruthSource: 'receipt',
  }
}
