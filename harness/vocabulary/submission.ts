import type { Address, Hex } from 'viem'
import type { Call, TypedData } from '../../tools/core/plan.ts'

/** A signature that got out, with what it covers. */
export interface GivenSignature {
  readonly typedData: TypedData
  readonly signature: Hex
}

/** A call, and who has to send it where not every account can. */
export interface Submission extends Call {
  readonly from?: Address
}

/** Encode the call by which a signature counts. */
export type EncodeSubmission = (
  signature: GivenSignature,
  parties: { readonly owner: Address; readonly submitter: Address },
) => Submission

/** How a protocol's signed forms are submitted, by primary type. */
export type ProtocolSubmissions = Readonly<Record<string, EncodeSubmission>>
