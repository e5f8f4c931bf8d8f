import type { CageRules } from '../model/cage/cage-rules.ts'
import type { CageFacts } from '../model/cage/cage-terms.ts'
import type { CapitalState } from '../model/cage/move-capital.ts'
import type { FeedFact } from '../model/price-model.ts'

/** Assets of the stand; native currency is part of WETH. */
export const ASSETS = ['USDC', 'WETH', 'WBTC'] as const
export type Asset = (typeof ASSETS)[number]

/** Decimals of each, and of every feed. */
export const DECIMALS: Readonly<Record<Asset, number>> = { USDC: 6, WETH: 18, WBTC: 8 }
export const FEED_DECIMALS = 8

/** How long prices may be used, how long a loosening waits. */
export const STALENESS_SECONDS = 3_600
export const LOOSEN_DELAY_SECONDS = 3_600

/** What a feed says; without a date it is always of this very moment. */
export interface KnownFeed {
  readonly answer: bigint
  readonly updatedAtSeconds?: number
}

/** All that the model knows of the cage and of what it sees. */
export interface KnownCage {
  readonly nowSeconds: number
  readonly rules: CageRules
  readonly state: CapitalState
  readonly feeds: Readonly<Record<Asset, KnownFeed>>
  /** What is there, native currency among the wrapped. */
  readonly wallet: Readonly<Record<Asset, bigint>>
  /** What of it is native currency, which no token pays out. */
  readonly nativeWei: bigint
  /** Assets whose token gives no balance and moves for nobody. */
  readonly mute: readonly Asset[]
  readonly isPaused: boolean
  /** Permits that were named so far, and the last one that was used. */
  readonly permits: number
  readonly lastPermit?: number
}

/** What of it a cage sees in this second. */
export const factsOf = ({ nowSeconds, feeds, wallet, mute }: KnownCage): CageFacts => ({
  nowSeconds,
  prices: new Map(ASSETS.map((asset) => [asset as string, feedOf(feeds[asset], nowSeconds)])),
  wallet: new Map(ASSETS.flatMap((asset) => (mute.includes(asset) ? [] : [[asset, wallet[asset]]]))),
})

const feedOf = ({ answer, updatedAtSeconds }: KnownFeed, now: number): FeedFact => ({
  answer,
  decimals: FEED_DECIMALS,
  updatedAtSeconds: updatedAtSeconds ?? now,
  maxStalenessSeconds: STALENESS_SECONDS,
})

/** Say something of each asset. */
export const mapAssets = <T>(say: (asset: Asset) => T): Record<Asset, T> => ({
  USDC: say('USDC'),
  WETH: say('WETH'),
  WBTC: say('WBTC'),
})
