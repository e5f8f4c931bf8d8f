import { getContractAddress } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { describeDeployments } from '../../tools/core/base.ts'
import { DEV_BASES } from '../../tools/profiles/dev.ts'
import { ACTORS } from './actors.ts'
import { FEED_DECIMALS, MAINNET_TOKENS } from './mainnet-addresses.ts'
import { describeSecondaryFeed, SEQUENCER_UPTIME_FEED } from './model-feeds.ts'

/** The token that has a pool and no feed, so that "no price" can be tested. */
export const UNPRICED_TOKEN: TokenInfo = {
  symbol: 'NOPRICE',
  name: 'Token without a price feed',
  // That of the deployer's first contract: nothing else can be there.
  address: getContractAddress({ from: ACTORS.deployer.address, nonce: 0n }),
  decimals: 18,
}

/** Oldest answer of the model feeds that still counts as fresh. */
const MAX_STALENESS_SECONDS = 86_400

/**
 * What tools know about the embedded origin: tokens, feeds and protocols have the addresses of Ethereum mainnet.
 * The tokens other than WETH are plain ERC-20s with an open `mint`, the feeds are models.
 */
export const EMBEDDED_BOOK: AddressBook = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  tokens: [
    ...Object.entries(MAINNET_TOKENS).map(([symbol, token]) => ({
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
      secondaryFeed: describeSecondaryFeed(symbol),
    })),
    UNPRICED_TOKEN,
  ],
  ...describeDeployments(DEV_BASES, 1, 31_337),
  sequencerUptimeFeed: SEQUENCER_UPTIME_FEED,
}
