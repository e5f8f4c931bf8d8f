import type { Address, Hex, TransactionReceipt } from 'viem'
import { assertReceipt } from '../../core/assert-receipt.ts'
import type { Broadcaster, ChainReader } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { within } from '../../core/within.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** A way to the chain by which a halt can be carried out. */
export interface HaltRoute {
  readonly chain: ChainReader
  readonly broadcaster: Broadcaster
}

/** A transaction of a halt, the only kind that is still signed once the latch is set. */
export interface HaltTransaction {
  readonly to: Address
  readonly data: Hex
  readonly gasLimit: bigint
  readonly nonce: number
  readonly fees: HaltFees
  /** Called with the signed bytes before they are sent. */
  readonly onSigned?: (raw: Hex, hash: Hex) => void
}

/** What a transaction of a halt offers for its gas: fixed by the policy, whatever a node says. */
export interface HaltFees {
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
}

/** What a transaction is signed and sent with. */
export interface HaltSender {
  readonly chainId: number
  readonly signer: TransactionSigner
  readonly clock: Pick<Clock, 'setTimer'>
  /** All ways by which the bytes go out. */
  readonly broadcasters: readonly Pick<Broadcaster, 'send' | 'isKnown'>[]
}

/** Longest time for a transaction of a halt to be mined. */
const MINING_TIMEOUT_MS = 120_000

/** By what the offer is divided when a way refuses a transaction: an account may not be able to pay for all of it. */
const LADDER = [1n, 8n, 64n]

/** What the pause offers: all that the policy allows, so that it is mined first and replaces whatever waits. */
export const pauseFees = ({ gas }: Pick<SafetyPolicy, 'gas'>): HaltFees => ({
  maxFeePerGasWei: gas.maxFeePerGasWei,
  priorityFeeWei: gas.maxFeePerGasWei,
})

/** Least tip of what follows the pause; nothing waits any more that it would have to outbid. */
const LEAST_PRIORITY_WEI = 1_000_000_000n

/** What the transactions after the pause offer: as much at most, but no higher tip than it takes to be mined. */
export function disarmFees({ gas }: Pick<SafetyPolicy, 'gas'>): HaltFees {
  const tip = 2n * gas.priorityFeeWei + LEAST_PRIORITY_WEI
  return {
    maxFeePerGasWei: gas.maxFeePerGasWei,
    priorityFeeWei: tip < gas.maxFeePerGasWei ? tip : gas.maxFeePerGasWei,
  }
}

/** The nonce after the last mined transaction: what still waits to be mined is replaced. */
export const readHaltNonce = (
  { chain }: { readonly chain: Pick<ChainReader, 'getTransactionCount'> },
  address: Address,
): Promise<number> => chain.getTransactionCount({ address, blockTag: 'latest' })

/**
 * Sign a transaction of a halt and send it by every way; answers the hashes of what was taken, the lowest offer first.
 *
 * A way that refuses it is offered it again for less at the same nonce, so that one of them can be mined at most: what
 * another way says that it took may be a lie. One that is silent is offered no less where another has it.
 *
 * @throws what signing throws, and the last refusal, where no way took any
 */
export async function sendForHalt(
  { chainId, signer, clock, broadcasters }: HaltSender,
  { to, data, gasLimit, nonce, fees, onSigned }: HaltTransaction,
): Promise<readonly [Hex, ...Hex[]]> {
  const taken: Hex[] = []
  let failure: unknown
  let open = broadcasters
  for (const divisor of LADDER) {
    const signing = signExactly(
      signer,
      signer.address,
      {
        type: 'eip1559',
        chainId,
        to,
        value: 0n,
        data,
        nonce,
        gas: gasLimit,
        maxFeePerGas: fees.maxFeePerGasWei / divisor,
        maxPriorityFeePerGas: fees.priorityFeeWei / divisor,
      },
      clock,
    )
    const raw = await signing.catch((cause: unknown) => {
      if (taken.length === 0) throw cause
    })
    if (raw === undefined) break
    const hash = keccak256(raw)
    onSigned?.(raw, hash)
    const sent = await Promise.allSettled(
      open.map(async (broadcaster) => inTime(clock, broadcaster.send(raw), 'sending')),
    )
    // Nodes tell each other what they took: one is asked for it when no other is being told any more.
    const answers = await Promise.all(
      open.map(async (broadcaster, way) => {
        const sending = sent[way]
        if (sending?.status !== 'rejected') return 'taken'
        failure = sending.reason
        // It may have it although its answer was lost.
        const isKnown = async () => inTime(clock, broadcaster.isKnown(hash), 'what was sent')
        if (await isKnown().catch(() => false)) return 'taken'
        return isTimeout(sending.reason) ? 'silent' : 'refused'
      }),
    )
    if (answers.includes('taken')) taken.unshift(hash)
    const isOver = taken.length > 0
    open = open.filter((_, way) => answers[way] === 'refused' || (answers[way] === 'silent' && !isOver))
    if (open.length === 0) break
  }
  const [lowest, ...others] = taken
  if (lowest !== undefined) return [lowest, ...others]
  throw failure ?? new ToolError('BROADCAST_FAILED', { reason: 'there is no way to the chain' })
}

const isTimeout = (cause: unknown) => cause instanceof ToolError && cause.code === 'CHAIN_TIMEOUT'

/** Wait until a transaction of a halt is mined, as one way to the chain shows it. */
export async function waitForHalt(
  { broadcaster }: Pick<HaltRoute, 'broadcaster'>,
  hash: Hex,
  { clock, events }: { readonly clock: Pick<Clock, 'setTimer'>; readonly events: EventBus },
): Promise<TransactionReceipt> {
  const tooLate = () => new ToolError('CHAIN_TIMEOUT', { subject: 'a receipt', expected: MINING_TIMEOUT_MS })
  const receipt = assertReceipt(
    await within(clock, MINING_TIMEOUT_MS, broadcaster.waitForReceipt(hash), tooLate),
    hash,
  )
  events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
  if (receipt.status === 'success') return receipt
  throw new ToolError('TRANSACTION_REVERTED', { hash, reason: 'see its trace' })
}
