import { BASE } from '../../../tools/protocols/erc4626/base.ts'

/** The vaults of the origin, what each takes, and by how many decimals its shares are finer. */
export const ORIGIN_VAULTS = {
  lendingVault: { asset: 'USDC', offset: 12n },
  savingsVault: { asset: 'USDC', offset: 0n },
} as const

/** A vault of the origin by name. */
export type OriginVault = keyof typeof ORIGIN_VAULTS

/** Where both stand on the origin: at mainnet's addresses. */
export const VAULTS = BASE.addresses[1]
