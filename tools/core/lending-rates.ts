import type { Address, Hex } from 'viem'
import type { TokenInfo } from './address-book.ts'
import type { ToolContext } from './context.ts'

/** What lending a token out earns, and borrowing it costs, in one place of a protocol as it is now. */
export interface LendingRate {
  /** What the protocol calls the place: the id of a market, the token of a reserve. */
  readonly place: Hex
  /** What alone secures debts there; undefined where several tokens do. */
  readonly collateral?: Address
  /** Of a year, compounded, in basis points, rounded down. */
  readonly supplyApyBps: number
  /** What a debt costs once the asked amount is borrowed as well, rounded up; undefined where that cannot be borrowed. */
  readonly borrowApyBps: number | undefined
  /** What can be withdrawn or borrowed now, base units. */
  readonly availableBaseUnits: bigint
  /** Most that may be borrowed of what the asked collateral is worth, in basis points; undefined where it secures nothing. */
  readonly maxLtvBps: number | undefined
}

/** What rates are asked for. */
export interface RateQuestion {
  readonly token: TokenInfo
  /** What would secure a debt. */
  readonly collateral?: TokenInfo | undefined
  /** What would be borrowed on top, base units. */
  readonly borrowBaseUnits: bigint
}

/** Reads what a protocol's places pay and cost; none where it does not know the token. */
export type ReadRates = (
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  question: RateQuestion,
) => Promise<readonly LendingRate[]>

/** A protocol that lends, by its id. */
export interface KnownRates {
  readonly protocol: string
  readonly readRates: ReadRates
}
