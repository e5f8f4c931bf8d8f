/** A Uniswap V3 pool to open. */
export interface MarketPool {
  readonly tokens: readonly [string, string]
  readonly feeUnits: 100 | 500 | 3_000
  /** Liquidity around the opening price: how far to each side, in ticks (about a basis point), and how much. */
  readonly ranges: readonly { readonly ticks: number; readonly valueUsd: bigint }[]
}

const VOLATILE_RANGES = [
  { ticks: 600, valueUsd: 20_000_000n },
  { ticks: 3_000, valueUsd: 30_000_000n },
  { ticks: 887_220, valueUsd: 20_000_000n },
]
const STABLE_RANGES = [
  { ticks: 10, valueUsd: 20_000_000n },
  { ticks: 100, valueUsd: 20_000_000n },
  { ticks: 2_000, valueUsd: 10_000_000n },
]

/** Pools of the embedded origin; fees are in hundredths of a basis point, as Uniswap counts them. */
export const MARKET_POOLS: readonly MarketPool[] = [
  { tokens: ['WETH', 'USDC'], feeUnits: 500, ranges: VOLATILE_RANGES },
  { tokens: ['WETH', 'USDC'], feeUnits: 3_000, ranges: VOLATILE_RANGES },
  { tokens: ['WETH', 'DAI'], feeUnits: 3_000, ranges: VOLATILE_RANGES },
  { tokens: ['WBTC', 'WETH'], feeUnits: 3_000, ranges: VOLATILE_RANGES },
  { tokens: ['USDC', 'DAI'], feeUnits: 100, ranges: STABLE_RANGES },
  { tokens: ['USDC', 'USDT'], feeUnits: 100, ranges: STABLE_RANGES },
  { tokens: ['NOPRICE', 'WETH'], feeUnits: 3_000, ranges: [{ ticks: 3_000, valueUsd: 4_000_000n }] },
]
