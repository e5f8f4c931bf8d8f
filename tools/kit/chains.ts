/** Chains on which the catalogue runs: Ethereum, and 31337 for a local origin that holds the same contracts. */
export const ETHEREUM_CHAINS = [1, 31337] as const

/** Every chain that the stack knows, for tools that need nothing of a chain but its node, its tokens and the cage. */
export const EVM_CHAINS = [1, 10, 56, 130, 137, 8_453, 42_161, 43_114, 31_337] as const
