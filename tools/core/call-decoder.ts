import type { Address, Hex } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { Call } from './plan.ts'

/** An amount of a token that a call may move out of the account, at most. */
export interface DecodedOutflow {
  readonly token: Address
  readonly amountBaseUnits: bigint
}

/** Authority over a token that a call grants. */
export interface DecodedApproval {
  readonly token: Address
  readonly spender: Address
  readonly amountBaseUnits: bigint
  readonly via: 'erc20' | 'permit2'
  /** Last second at which it can be used; an ERC-20 allowance knows none. */
  readonly untilSeconds?: number
}

/** What a call does to a protocol position. */
export interface DecodedPositionChange {
  readonly protocol: string
  /** The contract that numbers positions and knows whose they are (`ownerOf` of ERC-721). */
  readonly contract: Address
  /** Position id, or "new"; whose a new one is, its recipient says. */
  readonly id: string
  readonly change: 'open' | 'increase' | 'decrease' | 'collect' | 'close'
}

/** What the bytes of one call mean, derived from the bytes alone and never from what a caller says of them. */
export interface DecodedCall {
  readonly functionName: string
  readonly outflows: readonly DecodedOutflow[]
  /** Tokens that are bought or wrapped for it; what a position pays out is none. */
  readonly inflows: readonly Address[]
  readonly approvals: readonly DecodedApproval[]
  /** Addresses that receive value or tokens through this call. */
  readonly recipients: readonly Address[]
  /** Tokens that the call touches. */
  readonly tokens: readonly Address[]
  readonly positions: readonly DecodedPositionChange[]
  /** Names authority that is never allowed (unlimited approval, `setApprovalForAll`, …). */
  readonly forbidden?: string
  /** Leaves of a bundle; each of them is judged as a call of its own. */
  readonly inner?: readonly InnerCall[]
}

/** A leaf of a bundle: decoded, undecodable, or a call that another contract makes, for any decoder to read. */
export type InnerCall =
  | DecodedCall
  | { readonly undecodable: Hex }
  | { readonly call: Call; readonly caller: Address }

/** Decodes the calls of one protocol. */
export interface CallDecoder {
  readonly protocol: string
  /** Decode a call, or answer undefined when target or selector is not of this protocol. */
  decode(
    call: Call,
    scope: { readonly account: Address; readonly book: AddressBook },
  ): DecodedCall | undefined
}

/** A decoded call without effect, to spread over. */
export const NO_EFFECT: Omit<DecodedCall, 'functionName'> = {
  outflows: [],
  inflows: [],
  approvals: [],
  recipients: [],
  tokens: [],
  positions: [],
}

/** Approvals from here on count as unlimited: no token has this many base units to spend. */
export const UNLIMITED_APPROVAL_FROM = 2n ** 128n
