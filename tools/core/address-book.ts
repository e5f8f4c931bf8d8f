import type { Address } from 'viem'

/** One ERC-20 (or the native coin) that a chain's token list knows. */
export interface TokenInfo {
  readonly symbol: string
  readonly name: string
  readonly address: Address
  readonly decimals: number
  /** Chainlink-compatible USD feed, or undefined when the token has no price. */
  readonly feed?: PriceFeedInfo
  /** Feed of another publisher, against which the first one is held. */
  readonly secondaryFeed?: PriceFeedInfo
}

/** A Chainlink-compatible price feed (`AggregatorV3Interface`, USD per token). */
export interface PriceFeedInfo {
  readonly address: Address
  readonly decimals: number
  /** Oldest answer that still counts as fresh. */
  readonly maxStalenessSeconds: number
  /** True when the feed is a model contract of the harness and no published deployment. */
  readonly isModel: boolean
}

/** Contracts of Uniswap V3 and its periphery. */
export interface UniswapV3Addresses {
  readonly factory: Address
  /** SwapRouter02. */
  readonly swapRouter: Address
  readonly quoter: Address
  readonly positionManager: Address
  readonly tickLens: Address
}

/** Protocol contracts of one chain; a protocol that is not deployed there is absent. */
export interface ProtocolAddresses {
  readonly weth9?: Address
  readonly multicall3?: Address
  readonly permit2?: Address
  readonly uniswapV3?: UniswapV3Addresses
}

/** Everything address-like that tools may know about one chain. */
export interface AddressBook {
  readonly chainId: number
  readonly nativeSymbol: string
  readonly tokens: readonly TokenInfo[]
  readonly protocols: ProtocolAddresses
  /** Chainlink-compatible uptime feed of the sequencer: 0 is up, 1 is down. */
  readonly sequencerUptimeFeed?: Address
}

/** Stand-in for the native coin in token lists and asset deltas (the ERC-7528 address). */
export const NATIVE_TOKEN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
