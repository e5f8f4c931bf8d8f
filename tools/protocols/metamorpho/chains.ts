import { ETHEREUM_CHAINS } from '../../kit/chains.ts'

/** Chains on which the tools run. */
export const CHAINS = ETHEREUM_CHAINS
