import type { Address } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'

const OPTIMISM = 10
const UNICHAIN = 130
const POLYGON = 137
const BASE = 8_453
const ARBITRUM = 42_161

/** Where the stack of optimistic rollups puts the wrapped coin. */
const WETH_OF_ROLLUPS = '0x4200000000000000000000000000000000000006'

/** A token of Ethereum, and what is the same token on another chain, with as many decimals. */
export interface AcrossRoute {
  readonly inputToken: Address
  readonly chainId: number
  readonly outputToken: Address
}

/** What is not listed AcrossChecker refuses as well. */
export const ROUTES: readonly AcrossRoute[] = [
  ...listRoutes('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', {
    [OPTIMISM]: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    [UNICHAIN]: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
    [POLYGON]: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    [BASE]: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    [ARBITRUM]: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  }),
  ...listRoutes('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', {
    [OPTIMISM]: WETH_OF_ROLLUPS,
    [UNICHAIN]: WETH_OF_ROLLUPS,
    [POLYGON]: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    [BASE]: WETH_OF_ROLLUPS,
    [ARBITRUM]: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  }),
]

function listRoutes(inputToken: Address, outputs: Readonly<Record<number, Address>>): AcrossRoute[] {
  return Object.entries(outputs).map(([chainId, outputToken]) => ({
    inputToken,
    chainId: Number(chainId),
    outputToken,
  }))
}

/** Find the same token on another chain; undefined where none is known. */
export const findOutputToken = (inputToken: Address, chainId: number): Address | undefined =>
  ROUTES.find((route) => route.chainId === chainId && isAddressEqual(route.inputToken, inputToken))
    ?.outputToken
