import { type Address, parseUnits } from 'viem'
import type { ActorName } from './actors.ts'
import { UNPRICED_TOKEN } from './embedded-book.ts'
import { MAINNET_TOKENS } from './mainnet-addresses.ts'

/** Symbol of a token of the embedded origin. */
export type MarketSymbol = keyof typeof MARKET_TOKENS

/** A token of the embedded origin with the price at which the market opens. */
export interface MarketToken {
  readonly address: Address
  readonly decimals: number
  /** Whole US dollars; every pool starts at the ratio of two of these. */
  readonly priceUsd: bigint
}

const priced = (symbol: keyof typeof MAINNET_TOKENS, priceUsd: bigint): MarketToken => ({
  address: MAINNET_TOKENS[symbol].address,
  decimals: MAINNET_TOKENS[symbol].decimals,
  priceUsd,
})

/** Tokens and opening prices. */
export const MARKET_TOKENS = {
  WETH: priced('WETH', 3_000n),
  USDC: priced('USDC', 1n),
  DAI: priced('DAI', 1n),
  WBTC: priced('WBTC', 60_000n),
  USDT: priced('USDT', 1n),
  NOPRICE: { address: UNPRICED_TOKEN.address, decimals: UNPRICED_TOKEN.decimals, priceUsd: 2n },
} satisfies Readonly<Record<string, MarketToken>>

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
