import type { Address, Hex } from 'viem'
import type { Json } from './json.ts'
import type { Expectation } from './outcome.ts'

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

/** An effect outside the chain's transactions, carried out by a named port (the harness' chain control). */
export interface LocalPlan {
  readonly kind: 'local'
  readonly port: 'chain-control'
  readonly operation: string
  readonly params: { readonly [key: string]: Json }
}

/** What a write tool returns: it never broadcasts by itself. */
export type Plan = TransactionPlan | LocalPlan

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
