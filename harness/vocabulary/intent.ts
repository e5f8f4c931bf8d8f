import type { Address, PublicClient } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Interval } from './interval.ts'
import type { ModelCall } from './model-call.ts'

/** An amount of a token. */
export interface TokenAmount {
  readonly token: string
  readonly amount: Interval
}

/** What a venue answers to a trade. */
export interface Quote {
  /** The way through the venue, in its own terms: what a commit is held to. */
  readonly way: unknown
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** What a venue is asked with: the harness' own client, and where things are. */
export interface QuotePorts {
  readonly client: PublicClient
  readonly book: AddressBook
}

/** What a trade asks for, whichever venue takes it. */
export interface TradeTerms {
  readonly exact: 'input' | 'output'
  /** Tokens of the path, first to last. */
  readonly path: readonly string[]
  readonly amount: bigint
}

/** Tokens that are given for another one. */
export interface Trade extends TradeTerms {
  readonly kind: 'trade'
  readonly slippageBps: number
  /** Codes with which its tool may refuse when nothing is quoted. */
  readonly refusals: readonly string[]
  /** Ask the venue; `way` holds it to one that was promised. Undefined when it gives nothing. */
  quote(ports: QuotePorts, way?: unknown): Promise<Quote | undefined>
  /** Set once it was previewed: what a commit is held to. */
  readonly promised?: Quote
}

/** Authority that another account has over a token for some time. */
export interface Grant {
  readonly kind: 'grant'
  /** Whether it is a transaction, or a signature that no cage ever sees. */
  readonly by: 'transaction' | 'signature'
  readonly token: string
  readonly spender: Address
  readonly amount: bigint
  /** The first amount that counts as no limit at all. */
  readonly unlimitedFrom: bigint
  readonly untilSeconds: number
}

/** A change of a position. */
export interface PositionChange {
  readonly kind: 'position'
  readonly change: 'open' | 'increase' | 'decrease' | 'collect' | 'close'
  /** What may go into it. */
  readonly gives: readonly TokenAmount[]
  readonly toleranceBps: number
  /** Codes with which its tool may refuse: the position may not be there, or not be as it is taken to be. */
  readonly refusals: readonly string[]
}

/** What a command is meant to do. */
export type Intent =
  | {
      readonly kind: 'calls'
      readonly calls: readonly ModelCall[]
      readonly delegates: boolean
      /** Whether the calls come past the tools, which would refuse some of them. */
      readonly isRaw: boolean
    }
  | Trade
  | Grant
  /** Takes authority back. */
  | { readonly kind: 'revoke' }
  | PositionChange
  /** A request that nobody can understand. */
  | { readonly kind: 'malformed' }

/** An action that is one call, through a tool. */
export const callOf = (call: ModelCall): Intent => ({
  kind: 'calls',
  calls: [call],
  delegates: false,
  isRaw: false,
})
