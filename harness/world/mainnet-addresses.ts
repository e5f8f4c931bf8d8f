import type { Address } from 'viem'

/** Symbols of the tokens that both origins know. */
export type TokenSymbol = 'WETH' | 'USDC' | 'DAI' | 'WBTC' | 'USDT'

/** A token of Ethereum mainnet with its USD feed. */
export interface MainnetToken {
  readonly name: string
  readonly address: Address
  readonly decimals: number
  readonly approvesFromZero?: true
  readonly feed: Address
  /** Name of the feed's pair; WBTC is priced as BTC. */
  readonly pair: string
  /** Longest time between two answers, by https://data.chain.link/feeds. */
  readonly heartbeatSeconds: number
}

/** Tokens of Ethereum mainnet; all feeds have 8 decimals (https://docs.chain.link/data-feeds/price-feeds/addresses). */
export const MAINNET_TOKENS: Readonly<Record<TokenSymbol, MainnetToken>> = {
  WETH: {
    name: 'Wrapped Ether',
    address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    decimals: 18,
    feed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
    pair: 'ETH / USD',
    heartbeatSeconds: 3_600,
  },
  USDC: {
    name: 'USD Coin',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
    feed: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
    pair: 'USDC / USD',
    heartbeatSeconds: 86_400,
  },
  DAI: {
    name: 'Dai Stablecoin',
    address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    decimals: 18,
    feed: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
    pair: 'DAI / USD',
    heartbeatSeconds: 3_600,
  },
  WBTC: {
    name: 'Wrapped BTC',
    address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    decimals: 8,
    feed: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
    pair: 'BTC / USD',
    heartbeatSeconds: 3_600,
  },
  USDT: {
    name: 'Tether USD',
    address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    approvesFromZero: true,
    feed: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
    pair: 'USDT / USD',
    heartbeatSeconds: 86_400,
  },
}

/** Where the origin keeps the code of its one upgradeable token. */
export const USDT_IMPLEMENTATION: Address = '0xa55a000000000000000000000000000000000002'

/** Decimals of every feed above. */
export const FEED_DECIMALS = 8
