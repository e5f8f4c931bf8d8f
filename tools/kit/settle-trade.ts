import { readTransferDeltas } from '../core/receipt-deltas.ts'
import { type Static, Type } from '../core/schema.ts'
import type { Settlement, SettlementInput } from '../core/tool-def.ts'
import { readAllowancesLeft } from './allowances-left.ts'
import { describeTokenChanges, TokenChangesSchema } from './token-changes.ts'

/** What every trade over venues reports. */
export const TRADE_OUTPUT = Type.Object({ tokens: TokenChangesSchema })

/** Report a trade by the transfers of its receipt, whatever venues made them. */
export function settleTrade({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof TRADE_OUTPUT>> {
  const assets = readTransferDeltas(receipt, account).filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
  return {
    data: { tokens: describeTokenChanges(assets) },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: [],
    },
    groundTruthSource: 'receipt',
  }
}
