import type { Address, Hex } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { Call } from './plan.ts'
import type { Pledge } from './position.ts'

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
  /** The contract that keeps the allowance; absent for the token itself. */
  readonly keeper?: Address
  /** Last second at which it can be used; an ERC-20 allowance knows none. */
  readonly untilSeconds?: number
}

/** An allowance that another contract than its token keeps. */
export interface KeptAllowance {
  readonly token: Address
  readonly spender: Address
  readonly keeper: Address
}

/** What a call does to a protocol position. */
export interface DecodedPositionChange {
  readonly protocol: string
  /** The contract that numbers positions and knows whose they are (`ownerOf` of ERC-721). */
  readonly contract: Address
  /** Position id, or "new"; whose a new one is, its recipient says. */
  readonly id: string
  readonly change: 'open' | 'increase' | 'decrease' | 'collect' | 'close'
  /** Whose it is where the bytes say so; the contract is asked about others. */
  readonly owner?: Address
}

/** What the bytes of one call mean, derived from the bytes alone and never from what a caller says of them. */
export interface DecodedCall {
  readonly functionName: string
  readonly outflows: readonly DecodedOutflow[]
  /** Tokens that are bought or wrapped for it; what a position pays out is none. */
  readonly inflows: readonly Address[]
  readonly approvals: readonly DecodedApproval[]
  /** Allowances of who makes the call of which nothing is left after it, whatever they were. */
  readonly ends?: readonly KeptAllowance[]
  /** Addresses that receive value or tokens through this call. */
  readonly recipients: readonly Address[]
  /** Tokens that the call touches. */
  readonly tokens: readonly Address[]
  readonly positions: readonly DecodedPositionChange[]
  /** Set where it shifts what belongs to others, as a manager of theirs: nothing of the account, and no exit either. */
  readonly managesOthers?: true
  /** What the call lets others take later; it is judged as if they had. */
  readonly pledges?: readonly Pledge[]
  /** Accounts that may act in the name of another one from then on. */
  readonly empowers?: readonly Address[]
  /** Names authority that is never allowed (unlimited approval, `setApprovalForAll`, …). */
  readonly forbidden?: string
  /** Leaves of a bundle; each of them is judged as a call of its own. */
  readonly inner?: readonly InnerCall[]
}

/** A leaf of a bundle: decoded, undecodable, a call that another contract makes, or bytes of another protocol's format. */
export type InnerCall =
  | DecodedCall
  | { readonly undecodable: Hex }
  | { readonly call: Call; readonly caller: Address }
  | FormattedCall

/** Bytes in a format that another protocol defines, met inside a call. */
export interface FormattedCall {
  /** Name of the format, e.g. `v3-swap-exact-input`. */
  readonly format: string
  readonly data: Hex
  /** The contract that carries it out. */
  readonly target: Address
  /** The account for which it does. */
  readonly account: Address
}

/** Where a call is decoded: the account that makes it, and what is known of the chain. */
export interface DecodeScope {
  readonly account: Address
  readonly book: AddressBook
}

/** The selector of a call; "none" for a plain transfer of value. */
export type Selector = Hex | 'none'

/** Calls that a decoder claims, as data: two equal claims are a defect that shows at boot. */
export interface DecoderClaim {
  /** Contracts of its own protocol by name, whatever may be a token, or whatever the target is; asked in this order. */
  readonly target: 'own' | 'token' | 'any'
  /** Names of contracts in the protocol's base; of a claim on its own ones only. */
  readonly contracts?: readonly string[]
  readonly selectors: readonly Selector[]
}

/** Decodes the calls of one protocol. */
export interface CallDecoder {
  readonly claims: readonly DecoderClaim[]
  /** Decode a claimed call, or answer undefined when its bytes are not what the selector promises. */
  decode(call: Call, scope: DecodeScope): DecodedCall | undefined
}

/** Forbids blanket authority by its selector, on any target; it is asked before any decoder and allows nothing. */
export interface CallGuard {
  readonly selectors: readonly Selector[]
  /** Name the function and the authority that is never allowed, or answer undefined. */
  forbid(call: Call): { readonly functionName: string; readonly forbidden: string } | undefined
}

/** Decodes bytes of a format wherever they are met. */
export interface FormatDecoder {
  readonly format: string
  decode(leaf: FormattedCall, book: AddressBook): DecodedCall | undefined
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
