import { type Address, parseUnits } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { ActorName } from './actors.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from './embedded-book.ts'
import type { TokenSymbol } from './mainnet-addresses.ts'
import { ORIGIN_CHAINS, type OriginChain } from './origin-chains.ts'

/** Symbol of a token of every embedded origin. */
export type MarketSymbol = TokenSymbol | 'NOPRICE'

/** A token of the embedded origin with the price at which the market opens. */
export interface MarketToken {
  readonly address: Address
  readonly decimals: number
  /** Whole US dollars; every pool starts at the ratio of two of these. */
  readonly priceUsd: bigint
}

/** Opening prices in whole US dollars. */
const PRICES_USD: Readonly<Record<MarketSymbol, bigint>> = {
  WETH: 3_000n,
  USDC: 1n,
  DAI: 1n,
  WBTC: 60_000n,
  USDT: 1n,
  [UNPRICED_TOKEN.symbol as 'NOPRICE']: 2n,
}

/** Tokens of an origin with their opening prices, by symbol; a wrapped native coin of another name is among them. */
export type Market = Readonly<Record<MarketSymbol, MarketToken>> & Readonly<Record<string, MarketToken>>

/** List the tokens of the origin that a book describes. */
export function marketOf(book: AddressBook): Market {
  const chains: readonly OriginChain[] = Object.values(ORIGIN_CHAINS)
  const wrapped = chains.find(({ chainId }) => chainId === book.chainId)?.wrappedNative
  const prices: Readonly<Record<string, bigint>> = {
    ...PRICES_USD,
    ...(wrapped ? { [wrapped.symbol]: wrapped.priceUsd } : {}),
  }
  return Object.fromEntries(
    book.tokens.flatMap(({ symbol, address, decimals }) => {
      const priceUsd = prices[symbol]
      return priceUsd === undefined ? [] : [[symbol, { address, decimals, priceUsd }]]
    }),
  ) as Market
}

/** Tokens and opening prices of the origin that stands for Ethereum. */
export const MARKET_TOKENS = marketOf(EMBEDDED_BOOK)

/** Ether that every actor has before its wrapped part is deposited. */
export const ACTOR_ETHER = parseUnits('10000', 18)

/** Tokens that actors hold, in whole tokens. */
export const ACTOR_TOKENS: Partial<Record<ActorName, Partial<Record<MarketSymbol, number>>>> = {
  owner: { WETH: 1_000, USDC: 5_000_000, DAI: 5_000_000, WBTC: 100, USDT: 5_000_000, NOPRICE: 1_000_000 },
  trader: { WETH: 1_000, USDC: 5_000_000, DAI: 5_000_000, WBTC: 100, USDT: 5_000_000, NOPRICE: 1_000_000 },
  attacker: { WETH: 1_000, USDC: 5_000_000, DAI: 5_000_000, WBTC: 100, USDT: 5_000_000, NOPRICE: 1_000_000 },
  whale: {
    WETH: 50_000,
    USDC: 200_000_000,
    DAI: 200_000_000,
    WBTC: 2_000,
    USDT: 200_000_000,
    NOPRICE: 1_000_000,
  },
  lp: {
    WETH: 60_000,
    USDC: 200_000_000,
    DAI: 200_000_000,
    WBTC: 2_000,
    USDT: 200_000_000,
    NOPRICE: 5_000_000,
  },
}
