/** Chains on which the catalogue runs: Ethereum, and 31337 for a local origin that holds the same contracts. */
export const ETHEREUM_CHAINS = [1, 31337] as const

/** Every public chain that the stack knows. */
export const PUBLIC_CHAINS = [1, 10, 56, 130, 137, 8_453, 42_161, 43_114] as const

/** Every chain that the stack knows, for tools whose contracts, if they need any, are on each of them. */
export const EVM_CHAINS = [...PUBLIC_CHAINS, 31_337] as const
