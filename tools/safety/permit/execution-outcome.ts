import type { Address } from 'viem'
import {
  type Hex,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { isCarried } from '../custody/cage-executor.ts'
import { CONFIRMATIONS, isFinal } from '../evidence/confirmations.ts'
import { assertSameReceipt, type Providers } from '../evidence/second-provider.ts'
import type { PermitRow, SignedTransaction } from '../store/permit-rows.ts'
import { findBody } from './permit.ts'
import type { ExecutionOutcome } from './settlement.ts'

type Reads = 'getBlock' | 'getTransaction' | 'getTransactionCount' | 'getTransactionReceipt'

/** What the outcome of a permit's transactions is read with. */
export interface OutcomeDeps extends Providers<Reads> {
  readonly clock: Pick<Clock, 'setTimer'>
  /** The account whose nonces the permits hold. */
  readonly sender: Address
  /** Reads a mined action's receipt as that of the call inside, when something carries it. */
  readonly readReceipt?: (receipt: TransactionReceipt) => TransactionReceipt
}

const providersOf = ({ chain, secondProvider }: OutcomeDeps) =>
  secondProvider === undefined ? [chain] : [chain, secondProvider]

const findReceipt = (hash: Hex, { clock }: OutcomeDeps, provider: Providers<Reads>['chain']) =>
  inTime(
    clock,
    provider
      .getTransactionReceipt({ hash })
      .catch((cause) => undefinedWhen(cause, TransactionReceiptNotFoundError)),
    'a receipt',
  )

/** Tell whether the node knows a transaction, mined or not. */
export const isKnown = (hash: Hex, { clock, chain }: OutcomeDeps): Promise<boolean> =>
  inTime(
    clock,
    chain.getTransaction({ hash }).catch((cause) => undefinedWhen(cause, TransactionNotFoundError)),
    'a transaction',
  ).then((found) => found !== undefined)

/**
 * Whether a nonce is used so deep in the chain that a node which does not know by what cannot merely lag behind the
 * one that said so.
 */
async function isLongUsed(used: number, deps: OutcomeDeps): Promise<boolean> {
  const { clock, sender } = deps
  const isSeenBy = async (provider: Providers<Reads>['chain']) => {
    const head = await inTime(clock, provider.getBlock(), 'the head')
    const blockNumber = (head.number ?? 0n) - BigInt(CONFIRMATIONS)
    if (blockNumber < 0n) return false
    // What cannot be looked up is not known to be long used.
    const nonce = provider.getTransactionCount({ address: sender, blockNumber }).catch(() => 0)
    return (await inTime(clock, nonce, 'the nonce')) > used
  }
  return (await Promise.all(providersOf(deps).map(isSeenBy))).every((isSeen) => isSeen)
}

/** Read the number of the head; of two providers that of the one that is behind, so that no single one makes a block final. */
export async function readLowerHead(deps: OutcomeDeps): Promise<bigint> {
  const heads = providersOf(deps).map((provider) => inTime(deps.clock, provider.getBlock(), 'the head'))
  const numbers = (await Promise.all(heads)).map(({ number }) => number ?? 0n)
  return numbers.reduce((a, b) => (b < a ? b : a))
}

/** The receipt of the call inside, when something carries it. */
function open(
  row: PermitRow,
  kind: SignedTransaction['kind'],
  receipt: TransactionReceipt,
  { readReceipt }: OutcomeDeps,
): TransactionReceipt {
  const isInside = kind !== 'cancel' && isCarried(findBody(row)?.plan.route)
  return (isInside && readReceipt?.(receipt)) || receipt
}

/** Hold a receipt against what the second provider shows of the transaction; undefined where there is none. */
function assertSeen(receipt: TransactionReceipt, seen: TransactionReceipt | undefined): void {
  if (seen !== undefined) {
    assertSameReceipt(receipt, seen)
    return
  }
  const reason = 'the second provider does not show it yet'
  throw new ToolError('TRANSACTION_PENDING', { hash: receipt.transactionHash, reason })
}

/**
 * Hold the receipt of an action that was just mined against what the second provider shows of it; answers whether it
 * is proven by that.
 *
 * @throws ToolError TRANSACTION_PENDING, PROVIDERS_DISAGREE
 */
export async function proveReceipt(
  row: PermitRow,
  receipt: TransactionReceipt,
  deps: OutcomeDeps,
): Promise<boolean> {
  const { secondProvider } = deps
  if (secondProvider === undefined) return false
  const seen = await findReceipt(receipt.transactionHash, deps, secondProvider)
  assertSeen(receipt, seen && open(row, 'action', seen, deps))
  return true
}

/**
 * Find what the chain says of the nonce of a permit; undefined while it is open.
 *
 * @throws ToolError TRANSACTION_PENDING, PROVIDERS_DISAGREE
 */
export async function findExecutionOutcome(
  row: PermitRow,
  signed: readonly SignedTransaction[],
  deps: OutcomeDeps,
): Promise<ExecutionOutcome | 'unclear' | undefined> {
  const { chain, secondProvider, clock, sender } = deps
  // The nonce is read first: were it read last, a transaction mined in between would look like another signer's.
  const nonce = await inTime(clock, chain.getTransactionCount({ address: sender }), 'the nonce')
  for (const { kind, hash } of signed) {
    const [receipt, seen] = await Promise.all(
      providersOf(deps).map((provider) => findReceipt(hash, deps, provider)),
    )
    if (receipt === undefined && seen === undefined) continue
    // Hidden by one node, what is mined would seem to have lost its nonce to another transaction.
    if (receipt === undefined) {
      const subject = `the transaction ${hash}`
      throw new ToolError('PROVIDERS_DISAGREE', { subject, expected: 'nothing', found: 'its receipt' })
    }
    if (secondProvider) assertSeen(receipt, seen)
    const isProven = secondProvider !== undefined || isFinal(receipt.blockNumber, await readLowerHead(deps))
    return { kind: 'mined', receipt: open(row, kind, receipt, deps), transaction: kind, isProven }
  }
  if (nonce <= row.nonce) return undefined
  return (await isLongUsed(row.nonce, deps)) ? { kind: 'nonce-taken' } : 'unclear'
}

function undefinedWhen(cause: unknown, kind: new (...args: never[]) => Error): undefined {
  if (cause instanceof kind) return undefined
  throw cause
}
