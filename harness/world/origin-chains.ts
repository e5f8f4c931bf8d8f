import type { Address } from 'viem'
import { MAINNET_TOKENS, type TokenSymbol } from './mainnet-addresses.ts'

/** A token of a chain that an origin can stand for. */
export interface ChainToken {
  readonly name: string
  readonly decimals: number
  /** Undefined where the chain's lists name none: a token of the harness stands in at an address of its own. */
  readonly address?: Address
}

/** A chain that an origin can stand for. */
export interface OriginChain {
  readonly chainId: number
  readonly nativeSymbol: string
  readonly tokens: Readonly<Record<TokenSymbol, ChainToken>>
  /** The wrapped native coin where that is none of the tokens above, and its price in whole US dollars. */
  readonly wrappedNative?: ChainToken & { readonly symbol: string; readonly priceUsd: bigint }
}

const token = (name: string, decimals: number, address?: Address): ChainToken => ({
  name,
  decimals,
  ...(address ? { address } : {}),
})

/** The address of wrapped ether on chains of the OP Stack (https://specs.optimism.io/protocol/predeploys.html). */
const OP_WETH = '0x4200000000000000000000000000000000000006'

/** Tokens of eight chains, from the published list `default-token-list`. */
export const ORIGIN_CHAINS = {
  // The local chain has the addresses of Ethereum.
  ethereum: { chainId: 31_337, nativeSymbol: 'ETH', tokens: MAINNET_TOKENS },
  base: {
    chainId: 8_453,
    nativeSymbol: 'ETH',
    tokens: {
      WETH: token('Wrapped Ether', 18, OP_WETH),
      USDC: token('USD Coin', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
      DAI: token('Dai Stablecoin', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'),
      WBTC: token('Wrapped BTC', 8),
      USDT: token('Tether USD', 6),
    },
  },
  unichain: {
    chainId: 130,
    nativeSymbol: 'ETH',
    tokens: {
      WETH: token('Wrapped Ether', 18, OP_WETH),
      USDC: token('USD Coin', 6, '0x078D782b760474a361dDA0AF3839290b0EF57AD6'),
      DAI: token('Dai Stablecoin', 18, '0x20CAb320A855b39F724131C69424240519573f81'),
      WBTC: token('Wrapped BTC', 8, '0x927B51f251480a681271180DA4de28D44EC4AfB8'),
      USDT: token('Tether USD', 6, '0x588CE4F028D8e7B53B687865d6A67b3A54C75518'),
    },
  },
  arbitrum: {
    chainId: 42_161,
    nativeSymbol: 'ETH',
    tokens: {
      WETH: token('Wrapped Ether', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'),
      USDC: token('USD Coin', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      DAI: token('Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'),
      WBTC: token('Wrapped BTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'),
      USDT: token('USDT0', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
    },
  },
  optimism: {
    chainId: 10,
    nativeSymbol: 'ETH',
    tokens: {
      WETH: token('Wrapped Ether', 18, OP_WETH),
      USDC: token('USD Coin', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
      DAI: token('Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'),
      WBTC: token('Wrapped BTC', 8, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'),
      USDT: token('Tether USD', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
    },
  },
  polygon: {
    chainId: 137,
    nativeSymbol: 'POL',
    tokens: {
      WETH: token('Wrapped Ether', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'),
      USDC: token('USD Coin', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      DAI: token('Dai Stablecoin', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'),
      WBTC: token('Wrapped BTC', 8, '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'),
      USDT: token('Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
    },
    wrappedNative: {
      ...token('Wrapped POL', 18, '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'),
      ...{ symbol: 'WPOL', priceUsd: 1n },
    },
  },
  bnb: {
    chainId: 56,
    nativeSymbol: 'BNB',
    tokens: {
      WETH: token('Binance-Peg Ethereum Token', 18, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'),
      USDC: token('Binance-Peg USD Coin', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
      DAI: token('Binance-Peg Dai Token', 18, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3'),
      WBTC: token('Wrapped BTC', 8),
      USDT: token('Binance-Peg BSC-USD', 18, '0x55d398326f99059fF775485246999027B3197955'),
    },
    wrappedNative: {
      ...token('Wrapped BNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'),
      ...{ symbol: 'WBNB', priceUsd: 600n },
    },
  },
  avalanche: {
    chainId: 43_114,
    nativeSymbol: 'AVAX',
    tokens: {
      WETH: token('Wrapped Ether', 18, '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB'),
      USDC: token('USD Coin', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
      DAI: token('Dai Stablecoin', 18, '0xd586E7F844cEa2F87f50152665BCbc2C279D8d70'),
      WBTC: token('Wrapped BTC', 8, '0x50b7545627a5162F82A992c33b87aDc75187B218'),
      USDT: token('TetherToken', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
    },
    wrappedNative: {
      ...token('Wrapped AVAX', 18, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'),
      ...{ symbol: 'WAVAX', priceUsd: 30n },
    },
  },
} as const satisfies Readonly<Record<string, OriginChain>>

/** Name of a chain that an origin can stand for. */
export type ChainName = keyof typeof ORIGIN_CHAINS

/** The names of these chains. */
export const CHAIN_NAMES = Object.keys(ORIGIN_CHAINS) as ChainName[]

/** The chain of scenarios and runs that name none. */
export const DEFAULT_CHAIN: ChainName = 'ethereum'

/** Find the chain of an id that an origin can stand for. */
export const findChainName = (chainId: number): ChainName | undefined =>
  CHAIN_NAMES.find((name) => ORIGIN_CHAINS[name].chainId === chainId)
