import type { Denial } from './verdict.ts'
import { deny } from './verdict.ts'

/** What one feed answers. */
export interface FeedFact {
  readonly answer: bigint
  readonly decimals: number
  readonly updatedAtSeconds: number
  readonly maxStalenessSeconds: number
}

/** What both publishers of a token's price answer; undefined where there is none. */
export interface PriceFact {
  readonly primary: FeedFact | undefined
  readonly secondary: FeedFact | undefined
}

/** Feeds are compared at 18 decimals. */
const at18 = ({ answer, decimals }: FeedFact): bigint => answer * 10n ** BigInt(18 - decimals)

/** A price that two publishers give. */
export interface JudgedPrice {
  /** USD at 18 decimals; what leaves counts at it. Undefined when nobody answers. */
  readonly highest: bigint | undefined
  readonly lowest: bigint | undefined
  /** Why no risk may be taken at it. */
  readonly problem?: Denial
}

/** Judge a price at a second of chain time. */
export function judgePrices(fact: PriceFact, nowSeconds: number, maxDivergenceBps: number): JudgedPrice {
  const feeds = [fact.primary, fact.secondary]
  const usable = feeds.filter(
    (feed): feed is FeedFact =>
      feed !== undefined &&
      feed.answer > 0n &&
      feed.updatedAtSeconds > 0 &&
      feed.updatedAtSeconds <= nowSeconds,
  )
  const answers = usable.map(at18)
  const highest = answers.reduce<bigint | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined)
  const lowest = answers.reduce<bigint | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined)
  const bounds = { highest, lowest }
  if (usable.length < 2) return { ...bounds, problem: deny('spending-limiter', 'PRICE_MISSING') }
  if (usable.some((feed) => nowSeconds - feed.updatedAtSeconds > feed.maxStalenessSeconds)) {
    return { ...bounds, problem: deny('spending-limiter', 'PRICE_STALE') }
  }
  const diverges = ((highest ?? 0n) - (lowest ?? 0n)) * 10_000n > BigInt(maxDivergenceBps) * (lowest ?? 0n)
  return diverges ? { ...bounds, problem: deny('spending-limiter', 'PRICE_DIVERGED') } : bounds
}

/** Value an amount at a price of 18 decimals in USDC base units, rounded up. */
export function valueUp(amountBaseUnits: bigint, price18: bigint, decimals: number): bigint {
  const divisor = 10n ** BigInt(decimals + 12)
  return (amountBaseUnits * price18 + divisor - 1n) / divisor
}
