import { parseTransaction } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { inTime } from '../../core/in-time.ts'
import { CANCEL_GAS } from '../custody/cage-executor.ts'
import type { CapabilityMint } from '../custody/capability.ts'
import { type Custody, type RecoveryUse, recoveryUse, type SignedPermit } from '../custody/custody.ts'
import type { PermitRow, SignedTransaction } from '../store/permit-rows.ts'
import { isKnown, type OutcomeDeps } from './execution-outcome.ts'
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

/** Get the open nonce of a permit used: by its action while that may still happen, else by nothing. */
export async function pressNonce(
  row: PermitRow,
  signed: readonly SignedTransaction[],
  deps: PressDeps,
): Promise<PressStep> {
  const { chain, clock, custody } = deps
  const last = signed.at(-1) as SignedTransaction
  const head = await inTime(clock, chain.getBlock(), 'the head')
  const baseFee = head.baseFeePerGas ?? 0n
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
  const isStuck = lastFee < baseFee
  // The next block is later than the head, so at the deadline the action can only revert.
  const isOver = head.timestamp >= deadlineSeconds || deps.isHalted()
  const { permitId, simulationHash } = row
  const permit = { permitId, simulationHash }
  const replace = (kind: 'raise' | 'cancel', maxFeePerGasWei: bigint, priorityFeeWei: bigint) =>
    custody.replace(
      { ...permit, kind, raw: last.raw, maxFeePerGasWei, priorityFeeWei },
      ...entitle(kind, permit, deps),
    )

  if (last.kind === 'cancel' ? isStuck : isOver || isStuck) {
    if (!isOver && maxFeePerGasWei >= baseFee && maxFeePerGasWei >= raisedFee(lastFee)) {
      await replace('raise', maxFeePerGasWei, priorityFeeWei)
      return 'raised'
    }
    // Doing nothing takes so little gas that a much higher fee stays within the gas that was permitted.
    const budget = (gasLimit * maxFeePerGasWei) / CANCEL_GAS
    const least = raisedFee(lastFee)
    const wanted = 2n * baseFee > least ? 2n * baseFee : least
    const fee = [budget, deps.mostFeeWei].reduce((a, b) => (b < a ? b : a), wanted)
    if (fee >= baseFee && fee >= least) {
      const priority = raisedFee(lastPriority)
      await replace('cancel', fee, priority < fee ? priority : fee)
      return 'cancelling'
    }
    // Past the deadline nothing of it can execute any more, but its gas could still be paid: it is left to wait.
  }
  // After a halt only what cancels is sent again.
  if (last.kind !== 'cancel' && deps.isHalted()) return 'waiting'
  if (await isKnown(last.hash, deps)) return 'waiting'
  await custody.resend({ ...permit, raw: last.raw }, ...entitle('resend', permit, deps))
  return 'resent'
}
