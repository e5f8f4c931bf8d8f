import type { Address, Hex } from 'viem'
import type { Json } from './json.ts'
import { EMPTY_OUTCOME, type Expectation } from './outcome.ts'

/** One call of a plan, made by the account that holds the funds. */
export interface Call {
  readonly to: Address
  readonly valueWei: bigint
  readonly data: Hex
}

/** Calls that one transaction makes in order, all or nothing, and the outcome that they are to have. */
export interface TransactionPlan {
  readonly kind: 'transaction'
  readonly calls: readonly Call[]
  readonly expectation: Expectation
}

/** EIP-712 typed data as JSON holds it; integers are decimal strings. */
export interface TypedData {
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: number
    readonly verifyingContract?: Address
    readonly salt?: Hex
  }
  /** Without `EIP712Domain`, which follows from the domain. */
  readonly types: { readonly [struct: string]: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: string
  readonly message: { readonly [field: string]: Json }
}

/** A signature over typed data: nothing is sent, but whoever holds it can act on it. */
export interface SignaturePlan {
  readonly kind: 'signature'
  readonly typedData: TypedData
  readonly calls: readonly []
  readonly expectation: Expectation
}

/** What the safety layer judges: a transaction or a signature. */
export type ActionPlan = TransactionPlan | SignaturePlan

/** An effect outside the chain's transactions, carried out by a named port (the harness' chain control). */
export interface LocalPlan {
  readonly kind: 'local'
  readonly port: 'chain-control'
  readonly operation: string
  readonly params: { readonly [key: string]: Json }
}

/** What an owner can change of the safety layer itself. */
export type OwnerOperation = 'clear-halt' | 'liquidate' | 'set-spending-limits'

/** A change of the safety layer; the owner approves these very parameters, and nothing is mined. */
export interface OwnerPlan {
  readonly kind: 'owner'
  readonly operation: OwnerOperation
  readonly params: { readonly [key: string]: Json }
}

/** What a write tool returns: it never broadcasts by itself. */
export type Plan = ActionPlan | LocalPlan | OwnerPlan

/** Build a transaction plan. */
export function planTransaction(
  calls: readonly Call[],
  expectation: Partial<Expectation> & { toleranceBps?: number },
): TransactionPlan {
  return {
    kind: 'transaction',
    calls,
    expectation: { assets: [], allowances: [], positions: [], toleranceBps: 0, ...expectation },
  }
}

/** Build a plan that signs typed data and sends nothing. */
export const planSignature = (typedData: TypedData): SignaturePlan => ({
  kind: 'signature',
  typedData,
  calls: [],
  expectation: { ...EMPTY_OUTCOME, toleranceBps: 0 },
})
