import type { Address, Hex } from 'viem'

/** A signed amount of a priced asset, in its base units; what is owed is negative. */
export interface Leg {
  readonly token: Address
  readonly amount: bigint
}

/**
 * A part of a position that changes as a whole: its units by what accounts do, its index by time alone (interest, rebase,
 * slashing).
 */
export interface Lot {
  readonly units: bigint
  readonly index: bigint
  /** Set while it leaves the protocol: the second from which it can be claimed. */
  readonly claimableFromSeconds?: number
  /** What the units at this index come to. */
  readonly legs: readonly Leg[]
}

/** What a lot is: held, owed, or on its way out. Kinds are compared one by one and never net. */
export type LotKind = 'held' | 'owed' | 'leaving'

/** What others may take of an account later, beside what leaves at once: an order, or what a keeper executes. */
export interface Pledge {
  /** Set where what it gives lies in a position already: it went out when it was put there, and is not spent again. */
  readonly isHeld?: true
  /** Given at most where negative, got at least where positive. */
  readonly legs: readonly Leg[]
  /** Who takes it. */
  readonly spender: Address
  /** Who gets the proceeds. */
  readonly to: Address
  /** Last second at which it may be taken. */
  readonly untilSeconds: number
}

/** What an account holds or owes in a protocol beyond plain tokens. */
export interface Position {
  readonly protocol: string
  /** What its protocol tells the account's positions apart by. */
  readonly key: Hex
  /** The market, pool or strategy that it is in. */
  readonly place: Hex
  /** Scaled by 10^18: 1 is where it may be liquidated, 2^256 − 1 where nothing is owed. */
  readonly health: bigint
  readonly lots: readonly Lot[]
}
