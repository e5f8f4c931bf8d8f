import type { Address } from 'viem'
import { isAddressEqual } from './is-address-equal.ts'
import type { LotKind, Position } from './position.ts'

/** Change of one account's balance of one token; the native coin is `NATIVE_TOKEN`. */
export interface AssetDelta {
  readonly token: Address
  readonly account: Address
  readonly deltaBaseUnits: bigint
}

/** An allowance after the action. */
export interface AllowanceAfter {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
  readonly valueBaseUnits: bigint
}

/** Change of what a position holds, owes or lets go, by acts alone: what time does to its index is none. */
export interface PositionDelta {
  readonly protocol: string
  /** "new" while the protocol has not numbered it yet. */
  readonly key: Position['key'] | 'new'
  readonly kind: LotKind
  /** The lot's place in its position; without it the first of its kind. */
  readonly lot?: number
  /** In the protocol's own measure: liquidity, shares, scaled amounts. Debt that grows is positive. */
  readonly unitsDelta: bigint
}

/** What an action changes, whether planned, reported or observed. */
export interface Outcome {
  readonly assets: readonly AssetDelta[]
  readonly allowances: readonly AllowanceAfter[]
  readonly positions: readonly PositionDelta[]
}

/** The outcome that a plan promises, with the tolerance within which an observation agrees. */
export interface Expectation extends Outcome {
  /** Allowed relative difference of each asset delta, in basis points. */
  readonly toleranceBps: number
}

/** How the actual outcome was established. */
export type GroundTruthSource = 'receipt' | 'balance_check' | 'log_comparison'

/** An outcome without any change. */
export const EMPTY_OUTCOME: Outcome = { assets: [], allowances: [], positions: [] }

/** How much of a token came to an account and went from it as well, in base units. */
export type Throughput = (token: Address, account: Address) => bigint

/** Tell whether every asset delta is as expected, within the tolerance. */
export const isWithinTolerance = (expected: Expectation, found: Outcome, through: Throughput): boolean =>
  [...expected.assets, ...found.assets].every(({ token, account }) => {
    const sum = ({ assets }: Outcome) =>
      assets
        .filter((delta) => isAddressEqual(delta.token, token) && isAddressEqual(delta.account, account))
        .reduce((total, { deltaBaseUnits }) => total + deltaBaseUnits, 0n)
    return differenceBps(sum(expected), sum(found), through(token, account)) <= expected.toleranceBps
  })

/**
 * Relative difference of two amounts in basis points of the expected one, rounded up.
 *
 * What passed through an account is the measure where it is more than what should stay: the rest of a purchase that was
 * spent again moves with the price of all that was bought. An expected amount of zero of which nothing passed through
 * differs from anything else by 10 000 bps.
 */
export function differenceBps(expected: bigint, found: bigint, through = 0n): number {
  if (expected === found) return 0
  const stays = expected < 0n ? -expected : expected
  const magnitude = stays > through ? stays : through
  if (magnitude === 0n) return 10_000
  const difference = found > expected ? found - expected : expected - found
  const bps = (difference * 10_000n + magnitude - 1n) / magnitude
  return bps > 1_000_000n ? 1_000_000 : Number(bps)
}
