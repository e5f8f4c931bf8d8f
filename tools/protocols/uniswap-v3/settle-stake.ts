import { isContractOf } from '../../core/base.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { HashSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { stakerAbi } from './abi.ts'
import { BASE } from './base.ts'

/** What every tool of the staker reports. */
export const StakeResultSchema = Type.Object({
  /** Incentives in which a stake began or ended. */
  incentiveIds: Type.Array(HashSchema),
  tokens: TokenChangesSchema,
})

/** Report what was staked, unstaked and paid, from the receipt. */
export function settleStake({
  receipt,
  account,
}: Pick<SettlementInput, 'receipt' | 'account'>): Settlement<Static<typeof StakeResultSchema>> {
  const assets = readTransferDeltas(receipt, account)
  // The reward token is a stranger's, and may log the same of its own.
  const logs = parseEventLogs({
    abi: stakerAbi,
    eventName: ['TokenStaked', 'TokenUnstaked'],
    logs: receipt.logs.filter(({ address }) => isContractOf(BASE, 'staker', address)),
  })
  return {
    data: {
      incentiveIds: logs.map(({ args }) => args.incentiveId),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: { ...EMPTY_OUTCOME, assets },
    groundTruthSource: 'receipt',
  }
}
