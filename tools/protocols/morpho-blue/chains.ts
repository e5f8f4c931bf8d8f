import { ETHEREUM_CHAINS } from '../../kit/chains.ts'

/** Chains on which the tools run: those of Ethereum's deployment, and Base. */
export const CHAINS = [...ETHEREUM_CHAINS, 8453] as const
