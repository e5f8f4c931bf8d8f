import type { Address, TransactionReceipt } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { USDC_DECIMALS } from '../../core/amount.ts'
import { attempt } from '../../core/attempt.ts'
import { EMPTY_OUTCOME, isWithinTolerance, type Outcome } from '../../core/outcome.ts'
import type { CallRoute, TransactionPlan } from '../../core/plan.ts'
import { readThroughput } from '../../core/receipt-deltas.ts'
import { valueOutcome } from '../../safety/permit/outcome-value.ts'
import { findBody, type PermitBody } from '../../safety/permit/permit.ts'
import type { Settled } from '../../safety/permit/settlement.ts'
import { readSettlement, type Settlement } from '../../safety/permit/settlement-record.ts'
import { type SettleDeps, settleReceipt } from '../committed.ts'
import type { ActionRecord, OutcomeRecord, ReplayTag, UsdAmount } from './cycle-record.ts'
import { renderOutcome } from './render-outcome.ts'

const WEI_PER_ETHER = 10n ** 18n

/** Give USDC base units their decimals. */
export const usd = (baseUnits: bigint): UsdAmount => ({ baseUnits, decimals: USDC_DECIMALS })

/** What actions are concluded with. */
export interface ConcludeDeps {
  readonly settling: SettleDeps
  readonly book: AddressBook
  readonly account: Address
  readonly operator: Address
}

/** What became of an action whose permit was settled, with what it came to by the tool's own report. */
export function concludeAction(
  { row, state, outcome }: Settled,
  deps: ConcludeDeps,
): Omit<ActionRecord, 'actionType'> {
  const body = findBody(row)
  const kept = readSettlement(row)
  const known = { toolName: row.tool, permitId: row.permitId, blockReason: null }
  if (outcome.kind === 'signed' || outcome.kind === 'kept') {
    return { ...known, status: 'executed', txHash: null, gasCost: null, outcome: null }
  }
  if (outcome.kind !== 'mined' || outcome.transaction === 'cancel') {
    const blockReason = outcome.kind === 'mined' ? 'cancelled' : outcome.kind
    const txHash = outcome.kind === 'mined' ? outcome.receipt.transactionHash : null
    const gasCost = outcome.kind === 'mined' ? gasCostOf(outcome.receipt, kept) : null
    return { ...known, status: 'blocked', blockReason, txHash, gasCost, outcome: null }
  }
  const { receipt } = outcome
  const gasCost = gasCostOf(receipt, kept)
  return {
    ...known,
    status: 'executed',
    txHash: receipt.transactionHash,
    gasCost,
    outcome: body
      ? judgeOutcome({ body, receipt, succeeded: state === 'committed', gasCost, kept }, deps)
      : null,
  }
}

/** What was expected of an action of which nobody knows what it came to. */
export function outcomeNotKnown(
  { plan }: PermitBody,
  { book, account }: Pick<ConcludeDeps, 'book' | 'account'>,
): OutcomeRecord {
  const { toleranceBps, ...expected } = plan.expectation
  return {
    verified: false,
    expected,
    actual: null,
    expectedText: `${renderOutcome(expected, book, account)} (± ${toleranceBps} bps)`,
    actualText: 'not known',
    pnlImpact: null,
    prices: [],
    groundTruthSource: null,
  }
}

/** What a transaction paid for its gas at the price of its decision, rounded up. */
function gasCostOf(
  { gasUsed, effectiveGasPrice }: TransactionReceipt,
  kept: Settlement | undefined,
): UsdAmount | null {
  const wei = gasUsed * effectiveGasPrice
  if (wei === 0n) return usd(0n)
  if (kept?.usdcPerEther === undefined) return null
  return usd((wei * BigInt(kept.usdcPerEther) + WEI_PER_ETHER - 1n) / WEI_PER_ETHER)
}

function judgeOutcome(
  concluded: {
    readonly body: PermitBody
    readonly receipt: TransactionReceipt
    readonly succeeded: boolean
    readonly gasCost: UsdAmount | null
    readonly kept: Settlement | undefined
  },
  { settling, book, account, operator }: ConcludeDeps,
): OutcomeRecord {
  const { body, receipt, succeeded, gasCost, kept } = concluded
  const { expectation } = body.plan
  const plan = body.plan as TransactionPlan<CallRoute>
  // What its tool cannot read of a receipt is not known.
  const settled = succeeded
    ? attempt(() => settleReceipt({ body: { ...body, plan }, receipt }, settling))
    : { actualOutcome: EMPTY_OUTCOME, groundTruthSource: 'receipt' as const }
  const actual: Outcome | null = settled?.actualOutcome ?? null
  const isAsExpected =
    succeeded && actual !== null && isWithinTolerance(expectation, actual, readThroughput(receipt))
  const worth = actual && kept ? valueOutcome(actual, kept.prices, [account, operator]) : undefined
  const replay: ReplayTag | undefined = !succeeded
    ? 'reverted'
    : actual === null
      ? 'unverified'
      : isAsExpected
        ? undefined
        : 'diverged'
  return {
    ...outcomeNotKnown(body, { book, account }),
    verified: isAsExpected,
    actual,
    ...(actual ? { actualText: renderOutcome(actual, book, account) } : {}),
    pnlImpact: worth === undefined || gasCost === null ? null : usd(worth - gasCost.baseUnits),
    prices: kept?.prices.tokens ?? [],
    groundTruthSource: settled?.groundTruthSource ?? null,
    ...(replay ? { replay } : {}),
  }
}
