import { type Hex, parseTransaction } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { CANCEL_GAS } from '../custody/cage-executor.ts'
import type { CapabilityMint } from '../custody/capability.ts'
import { type Custody, type RecoveryUse, recoveryUse, type SignedPermit } from '../custody/custody.ts'
import { askBoth } from '../evidence/second-provider.ts'
import type { PermitRow, SignedTransaction } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { findExecutionOutcome, isKnown, type OutcomeDeps } from './execution-outcome.ts'
import { findBody } from './permit.ts'

/** What was done to get the open nonce of a permit used. */
export type PressStep =
  /** Its transaction waits to be mined. */
  | 'waiting'
  /** The same bytes were sent again. */
  | 'resent'
  /** The same action was signed again at the same nonce, at the fee that was permitted. */
  | 'raised'
  /** A transaction that does nothing was put at its nonce. */
  | 'cancelling'

/** What a nonce is pressed with. */
export interface PressDeps extends Omit<OutcomeDeps, 'clock'> {
  readonly clock: Pick<Clock, 'setTimer' | 'tick'>
  readonly custody: Custody
  readonly mint: Pick<CapabilityMint, 'mint'>
  readonly isHalted: () => boolean
  /** Most that a transaction may offer for its gas, such that a halt can still outbid it. */
  readonly mostFeeWei: bigint
}

/** By how much nodes want a replacement to raise both fees: a tenth, rounded up. */
const raisedFee = (fee: bigint) => (fee * 11n + 9n) / 10n

/** Mint what entitles to one use of what one permit had signed, now. */
function entitle(use: RecoveryUse, permit: SignedPermit, { clock, mint }: PressDeps) {
  const { tool, spendUsdc, ...bound } = recoveryUse(use, permit)
  const grant = { ...bound, tools: [tool], maxSpendUsdc: spendUsdc, expiresAtTick: clock.tick() + 1 }
  // What is minted in one tick and used in another is void.
  return [mint.mint(grant), clock.tick()] as const
}

/** What may be put at the nonce of a permit now. */
interface Standing {
  readonly last: SignedTransaction
  readonly baseFeeWei: bigint
  /** Whether the fee that was signed last is below what a block asks for. */
  readonly isStuck: boolean
  /** Whether the action can only revert by now, or a halt keeps it from happening. */
  readonly isOver: boolean
  /** Fees for the same action, within what was permitted; undefined when nodes want more. */
  readonly raise: Fees | undefined
  /** Fees for doing nothing, within the gas that was permitted; undefined when nodes want more. */
  readonly cancel: Fees | undefined
  /** Most that the permit lets a unit of gas cost. */
  readonly permittedFeeWei: bigint
}

interface Fees {
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
}

/** Read how the nonce of a permit stands. @throws ToolError PROVIDERS_DISAGREE */
async function readStanding(
  row: PermitRow,
  signed: readonly SignedTransaction[],
  deps: PressDeps,
): Promise<Standing> {
  const { clock, isHalted, mostFeeWei } = deps
  const last = signed.at(-1) as SignedTransaction
  const head = await askBoth('the head', deps, async (provider) => {
    const { timestamp, baseFeePerGas } = await inTime(clock, provider.getBlock(), 'the head')
    return { timestamp, baseFeePerGas }
  })
  const baseFeeWei = head.baseFeePerGas ?? 0n
  const lastFees = parseTransaction(last.raw)
  const lastFee = lastFees.maxFeePerGas ?? 0n
  const lastPriority = lastFees.maxPriorityFeePerGas ?? 0n
  // What cannot be read any more has no time left: it is cancelled within the gas that was signed for.
  const { deadlineSeconds, maxFeePerGasWei, priorityFeeWei, gasLimit } = findBody(row) ?? {
    deadlineSeconds: 0n,
    maxFeePerGasWei: lastFee,
    priorityFeeWei: lastPriority,
    gasLimit: lastFees.gas ?? 0n,
  }
  // The next block is later than the head, so at the deadline the action can only revert.
  const isOver = head.timestamp >= deadlineSeconds || isHalted()
  const mayRaise = !isOver && maxFeePerGasWei >= baseFeeWei && maxFeePerGasWei >= raisedFee(lastFee)
  // Doing nothing takes so little gas that a much higher fee stays within the gas that was permitted.
  const budget = (gasLimit * maxFeePerGasWei) / CANCEL_GAS
  const least = raisedFee(lastFee)
  const wanted = 2n * baseFeeWei > least ? 2n * baseFeeWei : least
  const fee = [budget, mostFeeWei].reduce((a, b) => (b < a ? b : a), wanted)
  const priority = raisedFee(lastPriority)
  const mayCancel = fee >= baseFeeWei && fee >= least
  return {
    last,
    baseFeeWei,
    isStuck: lastFee < baseFeeWei,
    isOver,
    raise: mayRaise ? { maxFeePerGasWei, priorityFeeWei } : undefined,
    cancel: mayCancel ? { maxFeePerGasWei: fee, priorityFeeWei: priority < fee ? priority : fee } : undefined,
    permittedFeeWei: maxFeePerGasWei,
  }
}

/** Sign another transaction for the nonce of a permit. */
async function replaceLast(
  { permitId, simulationHash }: PermitRow,
  kind: 'raise' | 'cancel',
  {
    last,
    fees,
    onKept,
  }: { readonly last: SignedTransaction; readonly fees: Fees; readonly onKept?: (hash: Hex) => void },
  deps: PressDeps,
): Promise<void> {
  const permit = { permitId, simulationHash }
  const request = { ...permit, kind, raw: last.raw, ...fees, ...(onKept ? { onKept } : {}) }
  await deps.custody.replace(request, ...entitle(kind, permit, deps))
}

/**
 * Get the open nonce of a permit used: by its action while that may still happen, else by nothing.
 *
 * @throws ToolError PROVIDERS_DISAGREE
 */
export async function pressNonce(
  row: PermitRow,
  signed: readonly SignedTransaction[],
  deps: PressDeps,
): Promise<PressStep> {
  const { last, isStuck, isOver, raise, cancel } = await readStanding(row, signed, deps)
  if (last.kind === 'cancel' ? isStuck : isOver || isStuck) {
    // What its agent gave up is not asked for again.
    if (raise && last.kind !== 'cancel') {
      await replaceLast(row, 'raise', { last, fees: raise }, deps)
      return 'raised'
    }
    if (cancel) {
      await replaceLast(row, 'cancel', { last, fees: cancel }, deps)
      return 'cancelling'
    }
    // Past the deadline the cage carries nothing of it out any more, and what the operator does by itself moves nothing: its gas
    // could still be paid, so it is left to wait.
  }
  // After a halt only what cancels is sent again.
  if (last.kind !== 'cancel' && deps.isHalted()) return 'waiting'
  if (await isKnown(last.hash, deps)) return 'waiting'
  const { permitId, simulationHash } = row
  const permit = { permitId, simulationHash }
  await deps.custody.resend({ ...permit, raw: last.raw }, ...entitle('resend', permit, deps))
  return 'resent'
}

/** What a transaction that is not mined is replaced with. */
export interface ReplaceDeps extends PressDeps {
  readonly store: Pick<SafetyStore, 'findPermit' | 'listTransactions'>
}

/** A transaction that took the place of another one. */
export interface Replacement extends Fees {
  readonly hash: Hex
  readonly nonce: number
}

/**
 * Replace the transaction of a permit that waits to be mined, because its agent wants that: by the same action at the
 * fee that was permitted, or by nothing at all.
 *
 * @param onKept - told of the replacement in the store's transaction that keeps it: whether or not a node takes it now
 * @throws ToolError REPLACEMENT_NOT_OPEN, REPLACEMENT_FEE_BOUND, PROVIDERS_DISAGREE, BROADCAST_FAILED
 */
export async function replaceTransaction(
  permitId: Hex,
  kind: 'raise' | 'cancel',
  onKept: (replacement: Replacement) => void,
  deps: ReplaceDeps,
): Promise<void> {
  const { store } = deps
  const row = store.findPermit(permitId)
  const signed = row?.state === 'committing' ? store.listTransactions(permitId) : []
  const refuse = (found: string) => new ToolError('REPLACEMENT_NOT_OPEN', { permitId, found })
  if (row === undefined || signed.length === 0) throw refuse(row?.state ?? 'unknown')
  const outcome = await findExecutionOutcome(row, signed, deps)
  if (outcome !== undefined) throw refuse(outcome === 'unclear' ? 'perhaps mined' : outcome.kind)
  const standing = await readStanding(row, signed, deps)
  const { last, isOver } = standing
  if (last.kind === 'cancel' && kind === 'raise') throw refuse('being cancelled')
  if (isOver && kind === 'raise') throw refuse('past its deadline')
  const fees = standing[kind]
  const lastFee = parseTransaction(last.raw).maxFeePerGas ?? 0n
  // Where gas costs nothing a tenth more is no more.
  if (fees === undefined || fees.maxFeePerGasWei <= lastFee) {
    const expected = kind === 'raise' ? standing.permittedFeeWei : deps.mostFeeWei
    const least = raisedFee(lastFee)
    const found = least > lastFee ? least : lastFee + 1n
    throw new ToolError('REPLACEMENT_FEE_BOUND', {
      permitId,
      found: found > standing.baseFeeWei ? found : standing.baseFeeWei,
      expected,
    })
  }
  const note = (hash: Hex) => onKept({ hash, nonce: row.nonce, ...fees })
  await replaceLast(row, kind, { last, fees, onKept: note }, deps)
}
