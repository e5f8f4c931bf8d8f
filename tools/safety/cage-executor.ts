import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  prepareEncodeFunctionData,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
} from 'viem'
import type { Broadcaster } from '../core/chain.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import type { Call } from '../core/plan.ts'
import type { Outbox, TxExecutor } from './custody.ts'

/** A signer of transactions: any viem account has this shape. */
export interface TransactionSigner {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
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
 * Create the executor that acts through the PolicyCage with the operator's key.
 *
 * Order: sign, keep the raw bytes durably, broadcast, wait for the receipt.
 */
export function createCageExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  readonly signer: TransactionSigner
  readonly outbox: Outbox
  readonly broadcaster: Broadcaster
  readonly events: EventBus
}): TxExecutor {
  const { chainId, cage, signer, outbox, broadcaster, events } = deps
  return async (request): Promise<TransactionReceipt> => {
    const raw = await signer.signTransaction({
      type: 'eip1559',
      chainId,
      to: cage,
      value: 0n,
      data: encodeCageExecute(request.calls, request.deadlineSeconds, request.permitId),
      nonce: request.nonce,
      gas: request.gasLimit,
      maxFeePerGas: request.maxFeePerGasWei,
      maxPriorityFeePerGas: request.priorityFeeWei,
    })
    const hash = keccak256(raw)
    outbox.saveTransaction(request.permitId, raw, hash)
    events.emit({ kind: 'tx:sent', hash, nonce: request.nonce })
    try {
      await broadcaster.send(raw)
    } catch (cause) {
      throw new ToolError('BROADCAST_FAILED', { reason: describe(cause) }, { cause })
    }
    const receipt = await broadcaster.waitForReceipt(hash)
    events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
    return receipt
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
