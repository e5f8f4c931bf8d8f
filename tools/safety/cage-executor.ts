import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  prepareEncodeFunctionData,
  type TransactionReceipt,
} from 'viem'
import type { Broadcaster } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import type { Call } from '../core/plan.ts'
import type { ExecutionRequest, Outbox, TxExecutor } from './custody.ts'
import { encodeCarryOut } from './owner-approval.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** What a transaction carries. */
export interface CarriedCall {
  readonly to: Address
  readonly data: Hex
}

/** How an operator that is a contract acts: the cage's call travels inside a call of its own. */
export interface Envelope {
  /**
   * Wrap the cage's call; the answer reads how that inner call ended.
   *
   * @throws ToolError
   */
  seal(
    call: CarriedCall,
    request: ExecutionRequest,
  ): Promise<CarriedCall & { open(receipt: TransactionReceipt): Promise<TransactionReceipt> }>
}

/** Hashed once; encoding by name would hash every signature of the ABI each time. */
const EXECUTE = prepareEncodeFunctionData({ abi: policyCageAbi, functionName: 'execute' })

/** Encode the cage's `execute` for a plan: one transaction, all calls or none. */
export const encodeCageExecute = (calls: readonly Call[], deadlineSeconds: bigint, permitId: Hex): Hex =>
  encodeFunctionData({
    ...EXECUTE,
    args: [
      calls.map((call) => ({ target: call.to, value: call.valueWei, data: call.data })),
      deadlineSeconds,
      permitId,
    ],
  })

/**
 * Create the executor that acts through the PolicyCage as its operator.
 *
 * Order: sign, check the signed bytes, keep them durably, broadcast, wait for the receipt.
 */
export function createCageExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  /** The gate through which an owner's approved calls go. */
  readonly gate?: Address
  readonly signer: TransactionSigner
  /** The account whose transactions these are; the signer's own word for it counts for nothing. */
  readonly sender: Address
  /** How the sender reaches the cage when it is not the operator itself. */
  readonly envelope?: Envelope
  readonly clock: Pick<Clock, 'setTimer'>
  readonly outbox: Outbox
  readonly broadcaster: Broadcaster
  readonly events: EventBus
}): TxExecutor {
  const { chainId, cage, signer, outbox, broadcaster, events } = deps
  const carry = ({ calls, approval, deadlineSeconds, permitId }: ExecutionRequest): CarriedCall => {
    if (approval === undefined) return { to: cage, data: encodeCageExecute(calls, deadlineSeconds, permitId) }
    if (deps.gate === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool: approval.tool })
    return { to: deps.gate, data: encodeCarryOut(approval, calls) }
  }
  return async (request): Promise<TransactionReceipt> => {
    const call = carry(request)
    // Whoever sends an owner's calls has no say in them, so that they need no envelope.
    const sealed = request.approval === undefined ? await deps.envelope?.seal(call, request) : undefined
    const raw = await signExactly(
      signer,
      deps.sender,
      {
        type: 'eip1559',
        chainId,
        to: sealed?.to ?? call.to,
        value: 0n,
        data: sealed?.data ?? call.data,
        nonce: request.nonce,
        gas: request.gasLimit,
        maxFeePerGas: request.maxFeePerGasWei,
        maxPriorityFeePerGas: request.priorityFeeWei,
      },
      deps.clock,
    )
    const hash = keccak256(raw)
    outbox.saveTransaction(request.permitId, raw, hash)
    events.emit({ kind: 'tx:sent', hash, nonce: request.nonce })
    try {
      await broadcaster.send(raw)
    } catch (cause) {
      throw new ToolError('BROADCAST_FAILED', { reason: describe(cause) }, { cause })
    }
    const mined = await broadcaster.waitForReceipt(hash)
    const receipt = (await sealed?.open(mined)) ?? mined
    events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
    return receipt
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
