import type { Address } from 'viem'
import type { Quote } from '../../../vocabulary/terms.ts'
import type { Moment } from '../moment.ts'
import type { PriceFact } from '../price-model.ts'

/** A token as the world knows it. */
export interface TokenFact {
  readonly symbol: string
  readonly decimals: number
  readonly address: Address
}

/** What a spender may take of a token of the account. */
export interface AllowanceFact {
  readonly token: string
  readonly spender: Address
  readonly amount: bigint
}

/** What one of several calls depends on besides. */
export interface CallFact {
  /** What the market gives for it; undefined when it gives nothing. */
  readonly quote?: Quote | undefined
  /** Whose the position is that it puts tokens into; undefined when nobody has it. */
  readonly owner?: Address | undefined
}

/** What the harness' own client reads before a step: nothing that the stack says. */
export interface Facts {
  readonly now: Moment
  readonly baseFeeWei: bigint
  readonly nonce: number
  /** Balances of the account by symbol. */
  readonly balances: ReadonlyMap<string, bigint>
  readonly prices: ReadonlyMap<string, PriceFact>
  /** Every allowance of the spenders that a policy names, nothing included. */
  readonly allowances: readonly AllowanceFact[]
  /** The allowance that an approval changes. */
  readonly allowance?: bigint
  /** What the market gives for the trade of this step; undefined when it gives nothing. */
  readonly quote?: Quote
  /** Whose the position of this step is; undefined when nobody has it. */
  readonly owner?: Address
  /** What its calls depend on, in their order. */
  readonly calls: readonly CallFact[]
}
