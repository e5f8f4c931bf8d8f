import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME, type PositionDelta } from '../../core/outcome.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { ordersAbi, stakingAbi } from './abi.ts'
import { changeOf, orderKey, STAKED, ticketKey } from './acts.ts'

/** What every tool of the model reports. */
export const ActResultSchema = Type.Object({
  tokens: TokenChangesSchema,
  /** The ticket or order that was made. */
  id: Type.Optional(Type.String()),
})

const LOGS = [...stakingAbi, ...ordersAbi] as const

/** Read what an account did to its positions, and what was numbered, from the logs of the model's contracts. */
function readChanges({ plan, receipt, account }: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>) {
  const positions: PositionDelta[] = []
  let made: bigint | undefined
  for (const { eventName, args } of parseEventLogs({ abi: LOGS, logs: logsOfCalled({ plan, receipt }) })) {
    if (eventName === 'Staked' && isAddressEqual(args.to, account)) {
      positions.push(changeOf(STAKED, 'held', args.shares))
    } else if (eventName === 'ExitRequested' && isAddressEqual(args.by, account)) {
      made = args.id
      positions.push(changeOf(STAKED, 'held', -args.shares))
      positions.push(changeOf(ticketKey(args.id), 'leaving', args.units))
    } else if (eventName === 'Claimed' && isAddressEqual(args.to, account)) {
      positions.push(changeOf(ticketKey(args.id), 'leaving', -args.units))
    } else if (eventName === 'Placed' && isAddressEqual(args.owner, account)) {
      made = args.id
      positions.push(changeOf(orderKey(args.id), 'held', args.amountIn))
    } else if (eventName === 'Cancelled' && isAddressEqual(args.owner, account)) {
      positions.push(changeOf(orderKey(args.id), 'held', -args.amountIn))
    }
  }
  return { positions, made }
}

/** Report an act from its receipt. */
export function settleAct(input: SettlementInput): Settlement<Static<typeof ActResultSchema>> {
  const { plan, receipt, account } = input
  const { positions, made } = readChanges(input)
  const assets = readTransferDeltas(receipt, account).filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
  return {
    data: {
      tokens: describeTokenChanges(assets),
      ...(made === undefined ? {} : { id: made.toString() }),
    },
    actualOutcome: {
      ...EMPTY_OUTCOME,
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions,
    },
    groundTruthSource: 'receipt',
  }
}
