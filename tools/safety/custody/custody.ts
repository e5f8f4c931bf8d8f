import type { Hex, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { Capability } from '../../core/capability.ts'
import { ToolError } from '../../core/errors.ts'
import type { Call, CallRoute, TypedData } from '../../core/plan.ts'
import type { SinkGuard } from '../taint/sink-guard.ts'
import type { Approval } from './account-approval.ts'
import type { CapabilityMint, CapabilityUse } from './capability.ts'

/** A committed plan, ready to be signed: every byte was approved. */
export interface ExecutionRequest extends Omit<CapabilityUse, 'tick'> {
  /** Who makes the calls. */
  readonly route: CallRoute
  readonly calls: readonly Call[]
  /** The owner's approval, which its gate or its account asks for. */
  readonly approval?: Approval
  /** The guardian's signature, which the cage asks for above its hot lane. */
  readonly guardianSignature?: Hex
  /** Account nonce of the sender. */
  readonly nonce: number
  /** Nonce of the operator's own account when that is a contract. */
  readonly operatorNonce?: bigint
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
  /** Last chain second at which the transaction may be mined. */
  readonly deadlineSeconds: bigint
}

/** Another transaction for a nonce that was used already: none of them can take more than the first. */
export interface ReplacementRequest {
  readonly permitId: Hex
  /** The action again, or nothing at all. */
  readonly kind: 'raise' | 'cancel'
  /** The signed bytes that are replaced. */
  readonly raw: Hex
  readonly maxFeePerGasWei: bigint
  readonly priorityFeeWei: bigint
  /** Told the hash in the store's transaction that keeps the bytes: from then on they are sent, by recovery if not now. */
  readonly onKept?: (hash: Hex) => void
}

/** The one thing that signs and sends. */
export interface TxExecutor {
  /** Sign a request, keep the bytes, send them and answer with the receipt. */
  execute(request: ExecutionRequest): Promise<TransactionReceipt>
  /** Send bytes again that were signed and kept before. */
  resend(raw: Hex): Promise<void>
  /** Sign a replacement at the same nonce, keep it and send it. */
  replace(request: ReplacementRequest): Promise<void>
}

/** What recovery does with what was signed before; each needs a capability for it and for the permit. */
export type RecoveryUse = 'resend' | ReplacementRequest['kind']

/** A permit whose transaction was signed. */
export type SignedPermit = Pick<CapabilityUse, 'permitId' | 'simulationHash'>

/** The use of a capability that recovery needs: nothing more is spent. */
export const recoveryUse = (use: RecoveryUse, permit: SignedPermit) =>
  ({ tool: `recovery:${use}`, spendUsdc: 0n, ...permit }) as const

/** Committed typed data, ready to be signed. */
export interface SignatureRequest extends Omit<CapabilityUse, 'tick'> {
  readonly typedData: TypedData
}

/** Signs typed data; any viem account has this shape. */
export interface TypedDataSigner {
  signTypedData(typedData: TypedDataDefinition): Promise<Hex>
}

/** Holds the one way to sign. */
export interface Custody {
  readonly isConfigured: boolean
  /** Whether typed data can be signed as well; for an operator that is a contract it cannot. */
  readonly signsTypedData: boolean
  setTxExecutor(executor: TxExecutor): void
  resetTxExecutor(): void
  setTypedDataSigner(signer: TypedDataSigner): void
  /**
   * Sign typed data. The capability is used up before anything else happens.
   *
   * @throws ToolError CAPABILITY_INVALID, SECRET_AT_SINK, WALLET_NOT_CONFIGURED
   */
  signTypedData(request: SignatureRequest, capability: Capability, tick: number): Promise<Hex>
  /**
   * Carry out a committed plan. The capability is used up before anything else happens.
   *
   * @throws ToolError CAPABILITY_INVALID, SECRET_AT_SINK, WALLET_NOT_CONFIGURED
   */
  executeTx(request: ExecutionRequest, capability: Capability, tick: number): Promise<TransactionReceipt>
  /**
   * Send bytes again; they carry no more authority than when they were signed.
   *
   * @throws ToolError CAPABILITY_INVALID, WALLET_NOT_CONFIGURED
   */
  resend(request: SignedPermit & { readonly raw: Hex }, capability: Capability, tick: number): Promise<void>
  /**
   * Replace what was signed before at the same nonce.
   *
   * @throws ToolError CAPABILITY_INVALID, WALLET_NOT_CONFIGURED
   */
  replace(request: SignedPermit & ReplacementRequest, capability: Capability, tick: number): Promise<void>
}

/** Keeper of the signed bytes: they are durable before they are sent. */
export interface Outbox {
  /** Run a function in one transaction: all of its writes or none. */
  transact<T>(body: () => T): T
  saveTransaction(permitId: Hex, rawTransaction: Hex, transactionHash: Hex): void
  saveReplacement(
    permitId: Hex,
    replacement: { readonly kind: 'raise' | 'cancel'; readonly raw: Hex; readonly hash: Hex },
  ): void
}

const refuse = async () => {
  throw new ToolError('WALLET_NOT_CONFIGURED', {})
}
const notConfigured: TxExecutor = { execute: refuse, resend: refuse, replace: refuse }

/** Create the custody port without a signer. */
export function createCustody(
  mint: Pick<CapabilityMint, 'consume'>,
  guard: Pick<SinkGuard, 'pass'>,
): Custody {
  let executor = notConfigured
  let signer: TypedDataSigner | undefined
  return {
    get isConfigured() {
      return executor !== notConfigured
    },
    get signsTypedData() {
      return signer !== undefined
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
      mint.consume(capability, { ...request, tick })
      guard.pass('calldata', request.typedData)
      if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
      return signer.signTypedData(request.typedData as unknown as TypedDataDefinition)
    },
    executeTx(request, capability, tick) {
      mint.consume(capability, { ...request, tick })
      guard.pass('calldata', request.calls)
      return executor.execute(request)
    },
    async resend({ permitId, simulationHash, raw }, capability, tick) {
      mint.consume(capability, { ...recoveryUse('resend', { permitId, simulationHash }), tick })
      await executor.resend(raw)
    },
    async replace({ simulationHash, ...request }, capability, tick) {
      const { permitId, kind } = request
      mint.consume(capability, { ...recoveryUse(kind, { permitId, simulationHash }), tick })
      await executor.replace(request)
    },
  }
}
