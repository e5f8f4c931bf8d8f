/** A pair to open at the ratio of its tokens' opening prices. */
export interface MarketPair {
  readonly tokens: readonly [string, string]
  readonly valueUsd: bigint
}

/** Pairs of the embedded origin: of tokens for which it has no pool of another venue, which would be better. */
export const MARKET_PAIRS: readonly MarketPair[] = [
  { tokens: ['WETH', 'USDT'], valueUsd: 10_000_000n },
  { tokens: ['WBTC', 'USDT'], valueUsd: 6_000_000n },
]
