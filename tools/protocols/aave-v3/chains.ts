import { ETHEREUM_CHAINS } from '../../kit/chains.ts'

/** Chains with a market of Aave V3 that the book knows: Ethereum, OP Mainnet, Polygon, Base, Arbitrum and Avalanche. */
export const AAVE_CHAINS = [...ETHEREUM_CHAINS, 10, 137, 8_453, 42_161, 43_114] as const
