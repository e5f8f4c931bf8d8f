import type { AddressBook } from '../../tools/core/address-book.ts'
import { describeDeployments } from '../../tools/core/base.ts'
import { DEV_BASES } from '../../tools/profiles/dev.ts'
import { FEED_DECIMALS, MAINNET_TOKENS } from './mainnet-addresses.ts'
import { describeSecondaryFeed } from './model-feeds.ts'

/** What tools know about Ethereum mainnet: published deployments, and models of a second publisher. */
export const MAINNET_BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: Object.entries(MAINNET_TOKENS).map(([symbol, token]) => ({
    symbol,
    name: token.name,
    address: token.address,
    decimals: token.decimals,
    ...(token.approvesFromZero ? { approvesFromZero: token.approvesFromZero } : {}),
    feed: {
      address: token.feed,
      decimals: FEED_DECIMALS,
      maxStalenessSeconds: token.heartbeatSeconds,
      isModel: false,
    },
    secondaryFeed: describeSecondaryFeed(symbol),
  })),
  ...describeDeployments(DEV_BASES, 1),
}
