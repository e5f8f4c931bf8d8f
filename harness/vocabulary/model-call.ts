import type { Address } from 'viem'
import type { Quote, ReadPorts, TokenAmount, TradeTerms } from './terms.ts'

/** One call, by what it does. */
export type ModelCall =
  | { readonly kind: 'transfer'; readonly token: string; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'approve'; readonly token: string; readonly spender: Address; readonly amount: bigint }
  /** So much of one token becomes as much of another. */
  | { readonly kind: 'convert'; readonly from: string; readonly to: string; readonly amount: bigint }
  | TradeCall
  | ProvideCall
  /** A function that no list has. */
  | { readonly kind: 'foreign' }

/** Takes tokens by an allowance and gives the account what they bring, however little. */
export interface TradeCall extends TradeTerms {
  readonly kind: 'trade'
  readonly spender: Address
  quote(ports: ReadPorts): Promise<Quote | undefined>
}

/** Takes tokens by an allowance into a position, its owner's or another's. */
export interface ProvideCall {
  readonly kind: 'provide'
  readonly spender: Address
  readonly gives: readonly TokenAmount[]
  /** Find whose the position is; undefined when nobody has it. */
  findOwner(ports: ReadPorts): Promise<Address | undefined>
}
