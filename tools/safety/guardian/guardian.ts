import { type Address, type Hex, hashTypedData } from 'viem'
import type { Call, TypedData } from '../../core/plan.ts'
import { recoverSigner } from '../../core/secp256k1.ts'
import { toSignatureCall } from '../evidence/signature-evidence.ts'

/** The exact bytes that a guardian is asked to sign for. */
export interface GuardianRequest {
  readonly chainId: number
  readonly account: Address
  readonly permitId: Hex
  readonly calls: readonly Call[]
  /** Set when a signature is asked for; there are no calls then. */
  readonly typedData?: TypedData
  readonly deadlineSeconds: bigint
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
}

/** A guardian's answer: a signature over `hashGuardianRequest`, or a refusal. */
export type GuardianAnswer = { readonly signature: Hex } | { readonly refused: string }

/** The safety guardian: decodes the bytes with its own means, with its own key, and signs or refuses. */
export interface Guardian {
  review(request: GuardianRequest): Promise<GuardianAnswer>
}

const CALL = [
  { name: 'target', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
] as const

const BOUND = [
  { name: 'calls', type: 'Call[]' },
  { name: 'deadline', type: 'uint256' },
  { name: 'permitId', type: 'bytes32' },
] as const

/**
 * Hash that binds a guardian's signature to chain, account, permit, calls and deadline: the one that the cage verifies
 * on chain (EIP-712, `GuardianSignature.sol`), or, for a signature, one that no cage takes.
 *
 * Gas caps are reviewed and not bound: what the operator's own ether pays is no authority over the account.
 */
export function hashGuardianRequest(request: GuardianRequest): Hex {
  const { chainId, account, typedData, permitId, deadlineSeconds } = request
  const calls = typedData ? [toSignatureCall(typedData)] : request.calls
  return hashTypedData({
    domain: { name: 'Assay PolicyCage', version: '1', chainId, verifyingContract: account },
    types: { Call: CALL, Action: BOUND, Signature: BOUND },
    primaryType: typedData ? 'Signature' : 'Action',
    message: {
      calls: calls.map(({ to, valueWei, data }) => ({ target: to, value: valueWei, data })),
      deadline: deadlineSeconds,
      permitId,
    },
  })
}

/** Tell whether a signature over exactly these bytes is the guardian's. */
export const isGuardianSignature = (request: GuardianRequest, signature: Hex, guardian: Address): boolean =>
  recoverSigner(hashGuardianRequest(request), signature) === guardian
