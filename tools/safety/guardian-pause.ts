import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Broadcaster, ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import { sendToCage } from './halt-executor.ts'
import type { SafetyPolicy } from './policy.ts'
import type { TransactionSigner } from './signers/transaction-signer.ts'

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

/** Somebody who can pause the cage by a transaction of an account of its own. */
export interface Pauser {
  pause(request: PauseRequest): Promise<PauseAnswer>
}

/** What a guardian pauses the cage with. */
export interface PauseDeps {
  readonly signer: TransactionSigner
  readonly chain: ChainReader
  readonly broadcaster: Pick<Broadcaster, 'send' | 'isKnown'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: Pick<SafetyPolicy, 'chainId'>
  readonly account: Address
}

/** The call that pauses the cage. */
export const PAUSE_CALL = encodeFunctionData({ abi: policyCageAbi, functionName: 'pause' })

/** Gas of a pause. */
export const PAUSE_GAS = 200_000n

/**
 * Pause the guarded cage, whoever asks: stopping is never a risk, and a paused cage costs no further gas.
 *
 * The transaction is sent and not waited for; the asker looks at the chain itself. Asked again before it is mined, the
 * same bytes are sent again, or ones that offer at least twice as much.
 */
export async function pauseGuarded(request: PauseRequest, deps: PauseDeps): Promise<PauseAnswer> {
  const { chain, signer, account, policy } = deps
  if (request.chainId !== policy.chainId) {
    return { refused: `chain ${request.chainId} is not ${policy.chainId}` }
  }
  if (request.account.toLowerCase() !== account.toLowerCase()) {
    return { refused: `${request.account} is not the guarded account` }
  }
  if (await chain.readContract({ address: account, abi: policyCageAbi, functionName: 'paused' })) {
    return { alreadyPaused: true }
  }
  const call = { from: signer.address, to: account, valueWei: 0n, data: PAUSE_CALL }
  const { calls } = await chain.simulate([call], NOTHING)
  if (!calls[0]?.ok) return { refused: `the cage does not let ${signer.address} pause it` }
  const sent = await sendToCage(
    { ...deps, chainId: policy.chainId, cage: account },
    { data: PAUSE_CALL, gasLimit: PAUSE_GAS, chooseFee: (baseFee) => powerOfTwoAbove(4n * baseFee) },
  )
  return { sent }
}

const NOTHING = { balances: [], allowances: [], codeHashes: [], feeds: [] }

/** Fees in steps of two: a node takes the same bytes again, or a replacement that offers a tenth more. */
export const powerOfTwoAbove = (wei: bigint) => 1n << BigInt(wei.toString(2).length)
