import type { Address } from 'viem'

/** A Uniswap V4 pool to open. */
export interface MarketPool {
  /** `ETH` is the native coin. */
  readonly tokens: readonly [string, string]
  /** Fee in hundredths of a basis point; {@link DYNAMIC_FEE} where the hook says it. */
  readonly feeUnits: number
  readonly tickSpacing: number
  readonly hooks?: Address
  /** Liquidity around the opening price: how far to each side, in ticks (about a basis point), and how much. */
  readonly ranges: readonly { readonly ticks: number; readonly valueUsd: bigint }[]
}

/** The fee of a pool whose hook sets it (v4-core `LPFeeLibrary.DYNAMIC_FEE_FLAG`). */
const DYNAMIC_FEE = 0x800000

/**
 * Hooks by what they do. Their last 14 bits say which callbacks they have (v4-core `Hooks.sol`): `wrapping` is the
 * periphery's own, where mainnet has it; the others are test hooks that the package of the core publishes.
 */
export const HOOKS = {
  wrapping: '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
  dynamicFee: '0xD11ef00000000000000000000000000000001080',
  taking: '0xFEE7a40000000000000000000000000000000547',
} as const satisfies Readonly<Record<string, Address>>

/** What the hook of the dynamic fee sets, in hundredths of a basis point. */
export const DYNAMIC_FEE_UNITS = 2_500

/** Pools of the embedded origin. */
export const MARKET_POOLS: readonly MarketPool[] = [
  {
    tokens: ['ETH', 'USDC'],
    feeUnits: 500,
    tickSpacing: 10,
    ranges: [
      { ticks: 600, valueUsd: 3_000_000n },
      { ticks: 887_220, valueUsd: 3_000_000n },
    ],
  },
  {
    tokens: ['USDC', 'WETH'],
    feeUnits: 3_000,
    tickSpacing: 60,
    ranges: [{ ticks: 3_000, valueUsd: 2_000_000n }],
  },
  {
    tokens: ['ETH', 'USDC'],
    feeUnits: DYNAMIC_FEE,
    tickSpacing: 60,
    hooks: HOOKS.dynamicFee,
    ranges: [{ ticks: 3_000, valueUsd: 2_000_000n }],
  },
  {
    // What it takes is no native coin, which it cannot receive.
    tokens: ['USDC', 'WETH'],
    feeUnits: 3_000,
    tickSpacing: 60,
    hooks: HOOKS.taking,
    ranges: [{ ticks: 3_000, valueUsd: 1_000_000n }],
  },
  // Nobody provides to it: its hook wraps and unwraps.
  { tokens: ['ETH', 'WETH'], feeUnits: 0, tickSpacing: 60, hooks: HOOKS.wrapping, ranges: [] },
]

/** The number that the next position on the origin gets: one was given to each range above. */
export const NEXT_POSITION = String(1 + MARKET_POOLS.flatMap(({ ranges }) => ranges).length)
