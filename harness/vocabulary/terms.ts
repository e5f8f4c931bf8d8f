import type { PublicClient } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Interval } from './interval.ts'

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

/** What a protocol is asked with: the harness' own client, and where things are. */
export interface ReadPorts {
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
