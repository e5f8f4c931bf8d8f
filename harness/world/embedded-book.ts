import { type Address, getContractAddress } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { ACTORS } from './actors.ts'
import { FEED_DECIMALS, MAINNET_PROTOCOLS, MAINNET_TOKENS } from './mainnet-addresses.ts'

/** The token that has a pool and no feed, so that "no price" can be tested. */
export const UNPRICED_TOKEN: TokenInfo = {
  symbol: 'NOPRICE',
  name: 'Token without a price feed',
  // That of the deployer's first contract: nothing else can be there.
  address: getContractAddress({ from: ACTORS.deployer.address, nonce: 0n }),
  decimals: 18,
}

/** Decimals of the second publisher's answers: other than the first one's, so that nobody may mix them up. */
const SECONDARY_FEED_DECIMALS = 18

/** Oldest answer of the model feeds that still counts as fresh. */
const MAX_STALENESS_SECONDS = 86_400

/** The same for the second publisher, who has an hour longer. */
const SECONDARY_MAX_STALENESS_SECONDS = 90_000

/** An address of the deployer's that stays free: by the time anybody creates a contract, the nonce is used. */
const reserveAddress = (nonce: bigint) => getContractAddress({ from: ACTORS.deployer.address, nonce })

/** Where the model of the sequencer's uptime feed is. */
export const SEQUENCER_UPTIME_FEED: Address = reserveAddress(1n)

/** Where the second publisher's model feeds are, in the order of the tokens. */
const SECONDARY_FEEDS_FROM_NONCE = 2

/**
 * What tools know about the embedded origin: tokens, feeds and protocols have the addresses of Ethereum mainnet.
 * The tokens other than WETH are plain ERC-20s with an open `mint`, the feeds are models.
 */
export const EMBEDDED_BOOK: AddressBook = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  tokens: [
    ...Object.entries(MAINNET_TOKENS).map(([symbol, token], index) => ({
      symbol,
      name: token.name,
      address: token.address,
      decimals: token.decimals,
      feed: {
        address: token.feed,
        decimals: FEED_DECIMALS,
        maxStalenessSeconds: MAX_STALENESS_SECONDS,
        isModel: true,
      },
      secondaryFeed: {
        address: reserveAddress(BigInt(SECONDARY_FEEDS_FROM_NONCE + index)),
        decimals: SECONDARY_FEED_DECIMALS,
        maxStalenessSeconds: SECONDARY_MAX_STALENESS_SECONDS,
        isModel: true,
      },
    })),
    UNPRICED_TOKEN,
  ],
  protocols: MAINNET_PROTOCOLS,
  sequencerUptimeFeed: SEQUENCER_UPTIME_FEED,
}
