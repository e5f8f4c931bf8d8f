import { getContractAddress } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { describeDeployments } from '../../tools/core/base.ts'
import { DEV_BASES } from '../../tools/profiles/dev.ts'
import { ACTORS } from './actors.ts'
import { FEED_DECIMALS, MAINNET_TOKENS } from './mainnet-addresses.ts'
import {
  describePrimaryFeed,
  describeSecondaryFeed,
  SEQUENCER_UPTIME_FEED,
  standInAddress,
} from './model-feeds.ts'
import {
  type ChainName,
  type ChainToken,
  findChainName,
  ORIGIN_CHAINS,
  type OriginChain,
} from './origin-chains.ts'

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
      ...(token.approvesFromZero ? { approvesFromZero: token.approvesFromZero } : {}),
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

/**
 * What tools know about an origin that stands for another chain: its id, its native coin, its tokens and the protocols that
 * are deployed there, at their addresses; all feeds are models at addresses of their own.
 */
function describeChain(chain: OriginChain): AddressBook {
  const describe = (symbol: string, { name, decimals, address }: ChainToken): TokenInfo => ({
    symbol,
    name,
    address: address ?? standInAddress(symbol),
    decimals,
    feed: { ...describePrimaryFeed(symbol), maxStalenessSeconds: MAX_STALENESS_SECONDS },
    secondaryFeed: describeSecondaryFeed(symbol),
  })
  const { chainId, nativeSymbol, tokens, wrappedNative } = chain
  return {
    chainId,
    nativeSymbol,
    tokens: [
      ...Object.entries(tokens).map(([symbol, token]) => describe(symbol, token)),
      ...(wrappedNative ? [describe(wrappedNative.symbol, wrappedNative)] : []),
      UNPRICED_TOKEN,
    ],
    ...describeDeployments(DEV_BASES, chainId),
    sequencerUptimeFeed: SEQUENCER_UPTIME_FEED,
  }
}

const books = new Map<ChainName, AddressBook>([['ethereum', EMBEDDED_BOOK]])

/** The book of the origin that stands for a chain; the same object each time. */
export function embeddedBook(chain: ChainName): AddressBook {
  const book = books.get(chain) ?? describeChain(ORIGIN_CHAINS[chain])
  books.set(chain, book)
  return book
}

/** Find the book of the origin that stands for the chain of an id. */
export function findEmbeddedBook(chainId: number): AddressBook | undefined {
  const name = findChainName(chainId)
  return name && embeddedBook(name)
}
