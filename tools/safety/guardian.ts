import { type Address, encodeAbiParameters, type Hex, keccak256, recoverAddress } from 'viem'
import type { Call, TypedData } from '../core/plan.ts'
import { toSignatureCall } from './signature-evidence.ts'

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

/** Hash that binds a guardian's signature to chain, account, permit, calls, deadline and gas caps. */
export const hashGuardianRequest = (request: GuardianRequest): Hex =>
  keccak256(
    encodeAbiParameters(
      [
        { type: 'string' },
        { type: 'uint256' },
        { type: 'address' },
        { type: 'bytes32' },
        {
          type: 'tuple[]',
          components: [
            { name: 'to', type: 'address' },
            { name: 'valueWei', type: 'uint256' },
            { name: 'data', type: 'bytes' },
          ],
        },
        { type: 'uint256' },
        { type: 'uint256' },
        { type: 'uint256' },
      ],
      [
        request.typedData ? 'Assay guardian signature' : 'Assay guardian',
        BigInt(request.chainId),
        request.account,
        request.permitId,
        (request.typedData ? [toSignatureCall(request.typedData)] : request.calls).map(
          ({ to, valueWei, data }) => ({ to, valueWei, data }),
        ),
        request.deadlineSeconds,
        request.gasLimit,
        request.maxFeePerGasWei,
      ],
    ),
  )

/** Tell whether a signature over exactly these bytes is the guardian's. */
export async function isGuardianSignature(
  request: GuardianRequest,
  signature: Hex,
  guardian: Address,
): Promise<boolean> {
  try {
    return (await recoverAddress({ hash: hashGuardianRequest(request), signature })) === guardian
  } catch {
    return false
  }
}
