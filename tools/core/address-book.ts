import type { Address } from 'viem'

/** One ERC-20 (or the native coin) that a chain's token list knows. */
export interface TokenInfo {
  readonly symbol: string
  readonly name: string
  readonly address: Address
  readonly decimals: number
  /** Whether an approval that is not zero is refused unless the allowance is zero, as by USDT on Ethereum. */
  readonly approvesFromZero?: true
  /** USD feed (`AggregatorV3Interface`), or undefined when the token has no price. */
  readonly feed?: PriceFeedInfo
  /** Feed of another publisher, against which the first one is held. */
  readonly secondaryFeed?: PriceFeedInfo
}

/** A price feed (`AggregatorV3Interface`, USD per token). */
export interface PriceFeedInfo {
  readonly address: Address
  readonly decimals: number
  /** Oldest answer that still counts as fresh. */
  readonly maxStalenessSeconds: number
  /** True when the feed is a model contract of the harness and no published deployment. */
  readonly isModel: boolean
}

/** A protocol's contracts on one chain, by name. */
export type ProtocolAddresses = Readonly<Record<string, Address>>

/** Everything address-like that tools may know about one chain. */
export interface AddressBook {
  readonly chainId: number
  readonly nativeSymbol: string
  readonly tokens: readonly TokenInfo[]
  /** ERC-20 form of the native coin. */
  readonly wrappedNative?: Address
  /** Multicall3, through which many reads are one request. */
  readonly multicall?: Address
  /** Contracts by protocol id; a protocol that is not deployed here is absent. Its base gives them their types. */
  readonly protocols: Readonly<Record<string, ProtocolAddresses>>
  /** Uptime feed of the sequencer (`AggregatorV3Interface`): 0 is up, 1 is down. */
  readonly sequencerUptimeFeed?: Address
}

/** Stand-in for the native coin in token lists and asset deltas (the ERC-7528 address). */
export const NATIVE_TOKEN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
