import { type Hex, type PublicClient, parseTransaction, type TransactionReceipt } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { keccak256 } from '../../tools/core/keccak256.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import type { JudgedPlan } from '../../tools/safety/permit/assess-action.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import type { Acts } from '../oracle/observer.ts'
import type { RecordCall, RecordPlan, RecordSent, RecordStep } from '../record/record.ts'
import type { Stage } from '../stage/stage.ts'
import { type Describing, describeCall } from '../trace/describe-call.ts'
import type { DescribingFrames } from '../trace/describe-frame.ts'
import { describeLog } from '../trace/describe-log.ts'
import { indexInterfaces } from '../trace/interface-index.ts'
import type { Names } from '../trace/name-addresses.ts'

/** What became of transactions, by their hashes; one that is in no block yet is missing. */
export type Receipts = ReadonlyMap<Hex, TransactionReceipt>

/** Read what became of what was sent, where nobody read it yet. */
export async function readReceipts(
  { sent, receipts: known }: Pick<Acts, 'sent' | 'receipts'>,
  client: Pick<PublicClient, 'getTransactionReceipt'>,
): Promise<Receipts> {
  const hashes = [...new Set(sent.map((signed) => keccak256(signed)))]
  const receipts = await Promise.all(hashes.map((hash) => findReceipt(client, hash, known)))
  return new Map(receipts.flatMap((receipt) => (receipt ? [[receipt.transactionHash, receipt]] : [])))
}

/** Describe what the agent did in a step: the plans that were judged, and what was sent of them. */
export function describeActs(
  acts: Acts,
  receipts: Receipts,
  { book, names }: Stage,
): Pick<RecordStep, 'plans' | 'sent'> {
  if (acts.judged.length === 0 && acts.sent.length === 0) return {}
  const describing = describingOn(book, names)
  const judged = new Map(acts.judged.toReversed().map((plan) => [plan.permitId, plan]))
  const plans = [...judged.values()].reverse().map((plan) => describePlan(plan, describing))
  // A pause goes out for every nonce that a node tells, as soon as it does: which was first tells nothing.
  const sent = [...new Set(acts.sent)]
    .map((signed) => {
      const hash = keccak256(signed)
      return describeSent({ signed, hash, receipt: receipts.get(hash) }, plans, describing)
    })
    .sort((a, b) => a.nonce - b.nonce)
  return { ...(plans.length > 0 ? { plans } : {}), ...(sent.length > 0 ? { sent } : {}) }
}

/** With what calls, logs and frames are described on a chain. */
export function describingOn(book: AddressBook, names: Names): DescribingFrames {
  const { decoders, interfaces } = putProtocolsOn(DEV_REGISTRY.protocols, book)
  return { index: indexInterfaces(book), decoders, interfaces, names }
}

function describePlan({ permitId, stage, tool, plan }: JudgedPlan, describing: Describing): RecordPlan {
  const calls = plan.calls.map((call) => describeCall(call, describing))
  if (plan.kind !== 'signature') return { permitId, stage, tool, calls }
  const { primaryType, domain, message } = plan.typedData
  const verifier = domain.verifyingContract
  if (verifier) describing.names.meet(verifier)
  return {
    permitId,
    stage,
    tool,
    calls,
    signature: {
      primaryType,
      ...(verifier === undefined ? {} : { verifier }),
      message,
    },
  }
}

function describeSent(
  {
    signed,
    hash,
    receipt,
  }: { readonly signed: Hex; readonly hash: Hex; readonly receipt: TransactionReceipt | undefined },
  plans: readonly RecordPlan[],
  describing: Describing,
): RecordSent {
  const { to, value = 0n, data = '0x', nonce = 0 } = parseTransaction(signed)
  const call = describeCall({ to: to ?? undefined, valueWei: value, data }, describing)
  const carried = plans.find((plan) => withoutCallsOf(plan, call) !== call)
  return {
    hash,
    nonce,
    call: carried ? withoutCallsOf(carried, call) : call,
    ...(carried ? { carries: carried.permitId } : {}),
    ...(receipt
      ? {
          status: receipt.status,
          gasUsed: receipt.gasUsed.toString(),
          logs: receipt.logs.map((log) => describeLog(log, describing)),
        }
      : {}),
  }
}

/** Leave the calls of a plan out of a call that carries them, at whatever depth; the same call where it does not. */
function withoutCallsOf(plan: RecordPlan, call: RecordCall): RecordCall {
  const { calls, ...own } = call
  if (calls === undefined) return call
  if (JSON.stringify(plan.calls) === JSON.stringify(calls)) return own
  const within = calls.map((inner) => withoutCallsOf(plan, inner))
  return within.some((inner, at) => inner !== calls[at]) ? { ...own, calls: within } : call
}
