import type { Address } from 'viem'
import type { ChainReader } from './chain.ts'
import type { Call, TypedData } from './plan.ts'

/** What one signature lets a spender take, until when. */
export interface SignedAuthority {
  readonly token: Address
  /** Who may take it; absent for an authorised transfer, which anyone may send and whose recipient is fixed. */
  readonly spender?: Address
  readonly recipients: readonly Address[]
  readonly amountBaseUnits: bigint
  /** Last chain second at which the authority can be used; equality still can. */
  readonly untilSeconds: bigint
}

/** What a message says; recipients are absent where the spender chooses them. */
export interface ReadSignature {
  readonly authorities: readonly (Omit<SignedAuthority, 'recipients'> &
    Partial<Pick<SignedAuthority, 'recipients'>>)[]
  /** Who the message says signs it. */
  readonly owner?: Address
}

/** A signature that was given. */
export interface GivenSignature {
  /** The contract that verifies it. */
  readonly contract: Address
  readonly signer: Address
  readonly typedData: TypedData
}

/** How a signature is told to be used up or void, and what makes it so; without calls it can only lapse. */
export interface Liveness {
  isDead(chain: Pick<ChainReader, 'readContract'>): Promise<boolean>
  /** Calls that its signer has to make in person. */
  readonly cancel: readonly Call[]
}

/** Reads one type of signature; what no protocol has a reader for may not be signed. */
export interface SignatureReader {
  /** The structs as EIP-712 encodes them, the primary one first; WITNESS stands for one field of any type. */
  readonly type: string
  /** Which contract has to verify it: one of its own protocol by name, the token itself, or a listed spender. */
  readonly verifier: 'token' | 'spender' | { readonly contract: string }
  /** Read what a message authorises. Throws when it is not what the type promises. */
  read(message: TypedData['message'], contract: Address): ReadSignature
  /** Say how a signature ends before its deadline. */
  findLiveness(signature: GivenSignature): Liveness
}

/** A reader on one chain; without a verifier its protocol is not deployed there, and nothing may be signed for it. */
export interface KnownSignature extends Omit<SignatureReader, 'verifier'> {
  readonly verifier: 'token' | 'spender' | Address | undefined
}
