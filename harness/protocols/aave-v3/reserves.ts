/** A reserve of the origin's market; shares are in basis points. */
export interface MarketReserve {
  readonly symbol: string
  readonly rates: 'stableRates' | 'volatileRates'
  readonly ltvBps: bigint
  readonly thresholdBps: bigint
  /** What a liquidator gets for a debt of 10 000. */
  readonly bonusBps: bigint
  /** The treasury's share of interest. */
  readonly factorBps: bigint
  /** In whole tokens. */
  readonly supplyCap: bigint
  readonly borrowCap: bigint
  /** In the category of stable coins, and borrowable against isolated collateral. */
  readonly isStable?: true
  /** Most debt that it may secure in isolation. */
  readonly debtCeilingUsd?: string
  /** Whoever borrows it may borrow nothing else. */
  readonly isSiloed?: true
  /** What the provider supplies, in US dollars. */
  readonly supplyUsd: bigint
}

/** Reserves of the market; the order numbers them. */
export const RESERVES: readonly MarketReserve[] = [
  {
    symbol: 'WETH',
    rates: 'volatileRates',
    ltvBps: 8_000n,
    thresholdBps: 8_300n,
    bonusBps: 10_500n,
    factorBps: 1_500n,
    supplyCap: 50_000n,
    borrowCap: 20_000n,
    supplyUsd: 9_000_000n,
  },
  {
    symbol: 'USDC',
    rates: 'stableRates',
    ltvBps: 7_700n,
    thresholdBps: 8_000n,
    bonusBps: 10_450n,
    factorBps: 1_000n,
    supplyCap: 50_000_000n,
    borrowCap: 40_000_000n,
    isStable: true,
    supplyUsd: 10_000_000n,
  },
  {
    symbol: 'DAI',
    rates: 'stableRates',
    ltvBps: 7_700n,
    thresholdBps: 8_000n,
    bonusBps: 10_400n,
    factorBps: 1_000n,
    supplyCap: 50_000_000n,
    borrowCap: 40_000_000n,
    isStable: true,
    supplyUsd: 10_000_000n,
  },
  {
    symbol: 'WBTC',
    rates: 'volatileRates',
    ltvBps: 7_300n,
    thresholdBps: 7_800n,
    bonusBps: 10_500n,
    factorBps: 2_000n,
    // Room for one more beside what the origin supplies.
    supplyCap: 203n,
    borrowCap: 100n,
    isSiloed: true,
    supplyUsd: 12_000_000n,
  },
  {
    symbol: 'USDT',
    rates: 'stableRates',
    ltvBps: 7_500n,
    thresholdBps: 7_800n,
    bonusBps: 10_450n,
    factorBps: 1_000n,
    supplyCap: 50_000_000n,
    borrowCap: 40_000_000n,
    debtCeilingUsd: '5000000',
    supplyUsd: 5_000_000n,
  },
]
