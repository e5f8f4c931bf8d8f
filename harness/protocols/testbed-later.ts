import type { Address, PublicClient } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Outcome, PositionDelta } from '../../tools/core/outcome.ts'
import type { Call } from '../../tools/core/plan.ts'
import type { Leg, Position } from '../../tools/core/position.ts'
import type { OtherChain } from './testbed-market.ts'

/** Whose positions others change, when, and how far. */
export interface LaterScope {
  readonly client: PublicClient
  readonly book: AddressBook
  /** Holds enough of every token to fill, to repay and to liquidate. */
  readonly whale: Address
  /** Keeps and administers what is not anybody's business. */
  readonly deployer: Address
  readonly account: Address
  /** The last block before the account's first action: a fork asks its origin for those up to it, each time. */
  readonly firstBlock: bigint
  /** What it has in the protocol, as observed. */
  readonly positions: readonly Position[]
  /** How much of what could be done is done, in basis points: of a debt that is repaid, of what is slashed. */
  readonly shareBps: number
  /** How long others wait where time is all that it takes. */
  readonly waitSeconds: number
  /** Another chain on which the agent acts as well; undefined where it does not. */
  readonly elsewhere?: (chainId: number) => OtherChain | undefined
}

/** What the units of a lot come to by more or less than before, of one token; what is owed is negative. */
export interface WorthDelta extends Pick<PositionDelta, 'protocol' | 'kind'>, Leg {
  readonly key: Exclude<PositionDelta['key'], 'new'>
}

/** What others are about to do. */
export interface LaterPlan {
  readonly actor: Address
  /** What the actor has to hold and to let the called contracts take. */
  readonly gives: readonly { readonly token: Address; readonly amountBaseUnits: bigint }[]
  /** Sent by the actor, after so many seconds. */
  readonly calls: readonly Call[]
  readonly afterSeconds?: number
  /** What is done on another chain before. */
  readonly first?: () => Promise<void>
  /** What it changes of the account by the protocol's documentation: balances, units, and what these come to. */
  readonly expected: Outcome & { readonly worth: readonly WorthDelta[] }
  /** How far blocks in between may take it from that. */
  readonly toleranceBps: number
}

/** Something that others do to an account's positions. */
export interface LaterAct {
  /** What happens, for people: `a keeper fills the oldest order`. */
  readonly title: string
  /** Whether units of the account go by it that no pledge of the account covers: a loss that its owner has to clear. */
  readonly takes?: true
  /** What a scenario may choose of it: how much is done, or how long it takes; undefined where it is all at once. */
  readonly extent?: 'shareBps' | 'wait'
  /** Work out what would be done now; undefined where the account has nothing that it could be done to. */
  plan(scope: LaterScope): Promise<LaterPlan | undefined>
}

/** What others do to positions of a protocol after an account's own actions, by the names that scenarios give it. */
export type TestbedLater = Readonly<Record<string, LaterAct>>
