import type { Address } from 'viem'
import type { Json } from './json.ts'

interface Placed {
  /** How many of the plan's own calls come before it; none unless told. */
  readonly afterCalls?: number
}

/** The account has to allow a spender to take this much of a token. */
export interface AllowNeed extends Placed {
  readonly need: 'allow'
  readonly token: Address
  readonly spender: Address
  readonly amountBaseUnits: bigint
}

/** The account has to hold this much of the native coin in its wrapped form. */
export interface WrapNeed extends Placed {
  readonly need: 'wrap'
  readonly amountBaseUnits: bigint
}

interface Exchange extends Placed {
  readonly need: 'swap'
  /** Id of the venue where it is traded; the best one unless told. */
  readonly venue?: string
  readonly tokenIn: Address
  readonly tokenOut: Address
}

/** The account has to pay exactly so much, and at least so much has to come. */
export interface SellNeed extends Exchange {
  readonly exact: 'input'
  readonly amountInBaseUnits: bigint
  readonly leastOutBaseUnits: bigint
}

/** Exactly so much has to come, and at most so much may be paid. */
export interface BuyNeed extends Exchange {
  readonly exact: 'output'
  readonly amountOutBaseUnits: bigint
  readonly mostInBaseUnits: bigint
}

/**
 * A position has to be brought nearer to its end, by a step that its protocol lists (`UnwindStep`). It is all of its plan:
 * the tool that takes the step says what becomes of it.
 */
export interface UnwindNeed {
  readonly need: 'unwind'
  /** The action kind of the step. */
  readonly kind: string
  readonly params: Json
}

/** A step that another protocol fills, before a plan's own calls or between them. */
export type PlacedNeed = AllowNeed | WrapNeed | SellNeed | BuyNeed

/** What a plan may need of another protocol. */
export type Need = PlacedNeed | UnwindNeed

/** The name of a need. */
export type NeedName = Need['need']
