import type { Hex, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { Capability } from '../core/capability.ts'
import { ToolError } from '../core/errors.ts'
import type { Call, TypedData } from '../core/plan.ts'
import type { CapabilityGrant, CapabilityMint } from './capability.ts'

/** A committed plan, ready to be signed: every byte was approved. */
export interface ExecutionRequest extends Omit<CapabilityGrant, 'expiresAtTick'> {
  readonly calls: readonly Call[]
  readonly nonce: number
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
  /** Last chain second at which the transaction may be mined. */
  readonly deadlineSeconds: bigint
}

/** Signs and sends a request, and answers with the receipt. */
export type TxExecutor = (request: ExecutionRequest) => Promise<TransactionReceipt>

/** Committed typed data, ready to be signed. */
export interface SignatureRequest extends Omit<CapabilityGrant, 'expiresAtTick'> {
  readonly typedData: TypedData
}

/** Signs typed data; any viem account has this shape. */
export interface TypedDataSigner {
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
}

/** Holds the one way to sign. */
export interface Custody {
  readonly isConfigured: boolean
  setTxExecutor(executor: TxExecutor): void
  resetTxExecutor(): void
  setTypedDataSigner(signer: TypedDataSigner): void
  /**
   * Sign typed data. The capability is used up before anything else happens.
   *
   * @throws ToolError CAPABILITY_INVALID, WALLET_NOT_CONFIGURED
   */
  signTypedData(request: SignatureRequest, capability: Capability, tick: number): Promise<Hex>
  /**
   * Carry out a committed plan. The capability is used up before anything else happens.
   *
   * @throws ToolError CAPABILITY_INVALID, WALLET_NOT_CONFIGURED
   */
  executeTx(request: ExecutionRequest, capability: Capability, tick: number): Promise<TransactionReceipt>
}

/** Keeper of the signed bytes: they are durable before they are sent. */
export interface Outbox {
  saveTransaction(permitId: Hex, rawTransaction: Hex, transactionHash: Hex): void
}

const notConfigured: TxExecutor = async () => {
  throw new ToolError('WALLET_NOT_CONFIGURED', {})
}

/** Create the custody port without a signer. */
export function createCustody(mint: Pick<CapabilityMint, 'consume'>): Custody {
  let executor = notConfigured
  let signer: TypedDataSigner | undefined
  return {
    get isConfigured() {
      return executor !== notConfigured
    },
    setTxExecutor(next) {
      executor = next
    },
    resetTxExecutor() {
      executor = notConfigured
      signer = undefined
    },
    setTypedDataSigner(next) {
      signer = next
    },
    async signTypedData(request, capability, tick) {
      const { tool, permitId, simulationHash, typedData } = request
      mint.consume(capability, { tool, permitId, simulationHash, tick })
      if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
      return signer.signTypedData(typedData as unknown as TypedDataDefinition)
    },
    executeTx(request, capability, tick) {
      const { tool, permitId, simulationHash } = request
      mint.consume(capability, { tool, permitId, simulationHash, tick })
      return executor(request)
    },
  }
}
