/** Chains on which the catalogue runs: Ethereum, and 31337 for a local origin that holds the same contracts. */
export const ETHEREUM_CHAINS = [1, 31337] as const
