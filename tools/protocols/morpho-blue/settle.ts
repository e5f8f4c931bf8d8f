import type { Hex } from 'viem'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { morphoAbi } from './abi.ts'
import { changes, partOf } from './acts.ts'
import { MarketIdSchema } from './market.ts'

type Settling = Pick<SettlementInput, 'plan' | 'receipt' | 'account'>

/** What every tool that changes a position reports. */
export const CHANGE_OUTPUT = Type.Object({
  /** Below zero for what was taken out or repaid. */
  positions: Type.Array(
    Type.Object({
      market: MarketIdSchema,
      part: Type.Union([Type.Literal('lent'), Type.Literal('posted'), Type.Literal('owed')]),
      /** Shares, or base units of collateral. */
      unitsDelta: SignedBaseUnitsSchema,
    }),
  ),
  tokens: TokenChangesSchema,
})

/** Logs of an account's own acts, with what each changes and which way. */
const CHANGES = {
  Supply: { part: 'lent', sign: 1n },
  Withdraw: { part: 'lent', sign: -1n },
  SupplyCollateral: { part: 'posted', sign: 1n },
  WithdrawCollateral: { part: 'posted', sign: -1n },
  Borrow: { part: 'owed', sign: 1n },
  Repay: { part: 'owed', sign: -1n },
} as const

/** Read from Morpho's logs what became of an account's positions. */
function readChanges({ plan, receipt, account }: Settling): readonly PositionDelta[] {
  const total = new Map<string, PositionDelta>()
  const eventName = Object.keys(CHANGES) as (keyof typeof CHANGES)[]
  for (const log of parseEventLogs({ abi: morphoAbi, eventName, logs: logsOfCalled({ plan, receipt }) })) {
    if (!isAddressEqual(log.args.onBehalf, account)) continue
    const { part, sign } = CHANGES[log.eventName]
    const units = 'shares' in log.args ? log.args.shares : log.args.assets
    const known = total.get(`${log.args.id} ${part}`)
    const unitsDelta = (known?.unitsDelta ?? 0n) + sign * units
    total.set(`${log.args.id} ${part}`, changes(log.args.id, part, unitsDelta))
  }
  return [...total.values()]
}

/** Report a change of positions from its receipt. */
export function settleChange(settling: Settling): Settlement<Static<typeof CHANGE_OUTPUT>> {
  const { plan, receipt, account } = settling
  const assets = readTransferDeltas(receipt, account)
  const positions = readChanges(settling)
  return {
    data: {
      positions: positions.map((change) => ({
        market: change.key as Hex,
        part: partOf(change),
        unitsDelta: change.unitsDelta.toString(),
      })),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions,
    },
    groundTruthSource: 'balance_check',
  }
}
