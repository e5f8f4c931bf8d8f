import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  prepareEncodeFunctionData,
  recoverTransactionAddress,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem'
import type { Broadcaster } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import type { Call } from '../core/plan.ts'
import type { Outbox, TxExecutor } from './custody.ts'
import { inTime } from './in-time.ts'

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

/** Gas of a transaction that does nothing. */
export const CANCEL_GAS = 21_000n

/**
 * Create the executor that acts through the PolicyCage with the operator's key.
 *
 * Order: sign, keep the raw bytes durably, broadcast, wait for the receipt. Bytes whose sending seems to have failed
 * are looked for by their hash: the node may have them all the same.
 */
export function createCageExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  readonly signer: TransactionSigner
  readonly outbox: Outbox
  readonly broadcaster: Broadcaster
  readonly clock: Pick<Clock, 'setTimer'>
  readonly events: EventBus
}): TxExecutor {
  const { chainId, cage, signer, outbox, broadcaster, clock, events } = deps
  const send = (raw: Hex) => inTime(clock, broadcaster.send(raw), 'sending')

  return {
    async execute(request): Promise<TransactionReceipt> {
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
        await send(raw)
      } catch (cause) {
        const isKnown = await inTime(clock, broadcaster.isKnown(hash), 'what was sent').catch(() => false)
        if (!isKnown) throw new ToolError('BROADCAST_FAILED', { reason: describe(cause) }, { cause })
      }
      let receipt: TransactionReceipt
      try {
        receipt = await broadcaster.waitForReceipt(hash)
      } catch (cause) {
        throw new ToolError('TRANSACTION_PENDING', { hash, reason: describe(cause) }, { cause })
      }
      events.emit({
        kind: 'tx:mined',
        hash,
        status: receipt.status,
        gas_used: receipt.gasUsed.toString(),
      })
      return receipt
    },
    async resend(raw) {
      await send(raw)
    },
    async replace({ permitId, kind, raw: replaced, maxFeePerGasWei, priorityFeeWei }) {
      // Everything but the fee comes from bytes that were signed before, never from what a store says of them.
      const signed = parseTransaction(replaced) as TransactionSerializableEIP1559
      const from = await recoverTransactionAddress({
        serializedTransaction: replaced as TransactionSerializedEIP1559,
      })
      if (!isAddressEqual(from, signer.address) || signed.nonce === undefined) {
        throw new ToolError('BROADCAST_FAILED', { reason: 'the kept bytes are not of this account' })
      }
      const { nonce, gas, to, data } = signed
      const raw = await signer.signTransaction({
        type: 'eip1559',
        chainId,
        value: 0n,
        nonce,
        ...(kind === 'cancel'
          ? { to: signer.address, gas: CANCEL_GAS }
          : { ...(to ? { to } : {}), ...(gas === undefined ? {} : { gas }), ...(data ? { data } : {}) }),
        maxFeePerGas: maxFeePerGasWei,
        maxPriorityFeePerGas: priorityFeeWei,
      })
      const hash = keccak256(raw)
      outbox.saveReplacement(permitId, { kind, raw, hash })
      events.emit({ kind: 'tx:sent', hash, nonce })
      await send(raw)
    },
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
