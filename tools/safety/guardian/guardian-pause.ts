import type { Address, Hex } from 'viem'
import type { Broadcaster, ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { type HaltFees, pauseFees, readHaltNonce, sendForHalt } from '../custody/send-for-halt.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import type { SafetyPolicy } from '../policy/policy.ts'

/** Which cage a guardian is asked to pause; there is nothing else to say, and nothing secret in it. */
export interface PauseRequest {
  readonly chainId: number
  readonly account: Address
}

/** A guardian's answer: its transaction was sent, nothing was to be done, or why it did nothing. */
export type PauseAnswer =
  | { readonly sent: Hex }
  | { readonly alreadyPaused: true }
  | { readonly refused: string }

/** Something that can pause the cage by a transaction of an account of its own. */
export interface Pauser {
  pause(request: PauseRequest): Promise<PauseAnswer>
}

/** What a guardian pauses the cage with. */
export interface PauseDeps {
  readonly signer: TransactionSigner
  readonly chain: Pick<ChainReader, 'readContract' | 'getTransactionCount'>
  readonly broadcaster: Pick<Broadcaster, 'send' | 'isKnown'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: Pick<SafetyPolicy, 'chainId' | 'gas'>
  readonly account: Address
  /** What this guardian sent so far; kept with the account that it guards. */
  readonly pauses: GuardianPauses
}

/** The pauses that a guardian sent. */
export interface GuardianPauses {
  /** Nonce after the last one. */
  nextNonce?: number
  /** Hash of the last one, until the time for repeating it is over. */
  recent?: Hex
}

/** Gas of a pause. */
export const PAUSE_GAS = 200_000n

/** What a guardian's pause offers: one wei less than the operator's, so that the two have one order in a block. */
export function guardianPauseFees(policy: Pick<SafetyPolicy, 'gas'>): HaltFees {
  const { maxFeePerGasWei, priorityFeeWei } = pauseFees(policy)
  return { maxFeePerGasWei: maxFeePerGasWei - 1n, priorityFeeWei: priorityFeeWei - 1n }
}

/** For how long a guardian believes its node that a pause which it sent itself has paused the cage. */
const BELIEF_MS = 600_000

/**
 * Pause the guarded cage on request: stopping is never a risk. No node sets the price, and the word of its one node
 * that the cage is paused already is believed only for a while after the guardian paused it itself; so a node that
 * lies cannot keep the pause from being sent, and asking again and again costs one transaction in that time.
 *
 * The transaction is sent and not waited for; the asker looks at the chain itself.
 */
export async function pauseGuarded(request: PauseRequest, deps: PauseDeps): Promise<PauseAnswer> {
  const { chain, signer, account, policy, clock, pauses } = deps
  if (request.chainId !== policy.chainId) {
    return { refused: `chain ${request.chainId} is not ${policy.chainId}` }
  }
  if (request.account.toLowerCase() !== account.toLowerCase()) {
    return { refused: `${request.account} is not the guarded account` }
  }
  if (pauses.recent) {
    const reading = chain.readContract({ address: account, abi: policyCageAbi, functionName: 'paused' })
    if (await inTime(clock, reading, 'the pause').catch(() => false)) return { alreadyPaused: true }
  }
  const known = pauses.nextNonce
  const nonce = await inTime(clock, readHaltNonce({ chain }, signer.address), 'the nonce').catch((cause) => {
    if (known === undefined) throw cause
    return known
  })
  const [sent] = await sendForHalt(
    { chainId: policy.chainId, signer, clock, broadcasters: [deps.broadcaster] },
    { to: account, data: PAUSE_CALL, gasLimit: PAUSE_GAS, nonce, fees: guardianPauseFees(policy) },
  )
  pauses.nextNonce = nonce + 1
  pauses.recent = sent
  clock.setTimer(BELIEF_MS, () => {
    // That of a later one has a time of its own.
    if (pauses.recent === sent) delete pauses.recent
  })
  return { sent }
}
