import type { Address } from 'viem'
import { defineBase } from '../../core/base.ts'
import { factoryAbi, vaultAbi } from './abi.ts'

/**
 * Vaults of the ERC-4626 kind that a cage knows by name: Steakhouse's MetaMorpho vault of USDC, Spark's savings vault of
 * USDC; and the factory by which MetaMorpho's are made (https://docs.morpho.org/get-started/resources/addresses).
 */
export const BASE = defineBase({
  id: 'erc4626',
  contracts: {
    vault: { abi: vaultAbi },
    lendingVault: { abi: vaultAbi },
    savingsVault: { abi: vaultAbi },
    factory: { abi: factoryAbi },
  },
  addresses: {
    1: {
      lendingVault: '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB',
      savingsVault: '0xBc65ad17c5C0a2A4D159fa5a503f4992c7B545FE',
      factory: '0xA9c3D3a366466Fa809d1Ae982Fb2c46E5fC41101',
    },
  },
  errors: {
    NOT_A_VAULT: {
      layer: 'tool',
      message: '{vault} is no ERC-4626 vault: {problem}',
      hint: 'list vaults with vault_list_vaults',
    },
    VAULT_LIMIT: {
      layer: 'tool',
      message: 'vault {vault} allows {found:int} by {limit} now, expected {expected:int}',
      hint: 'ask for less, or wait until the vault has room or liquidity; vault_get_limits tells',
    },
    VAULT_RATE_WORSE: {
      layer: 'tool',
      message: 'vault {vault} would {act} {found:int} {unit}, expected {bound} {expected:int}',
      hint: 'look at its price with vault_get_info and vault_check_inflation_risk before widening the bound',
    },
    VAULT_ASSETS_DIFFER: {
      layer: 'tool',
      message: '{from} holds {found} and {to} takes {expected}',
      hint: 'move between vaults of one asset, or withdraw and zap',
    },
  },
})

/** The vaults that a cage knows, with the token that each takes. */
const KNOWN_VAULTS = { lendingVault: 'USDC', savingsVault: 'USDC' } as const

/** The name of a known vault. */
export type KnownVault = keyof typeof KNOWN_VAULTS

/** Names of the known vaults. */
export const VAULT_NAMES = Object.keys(KNOWN_VAULTS) as readonly KnownVault[]

/** A vault that a chain's book names. */
export interface ListedVault {
  readonly address: Address
  /** What it takes; undefined where the book has no such token. */
  readonly asset: Address | undefined
}

/** List the vaults that are known on a chain. */
export const listKnownVaults = (book: Parameters<typeof BASE.find>[0]): readonly ListedVault[] => {
  const known = BASE.find(book)
  if (known === undefined) return []
  return VAULT_NAMES.map((name) => ({
    address: known[name],
    asset: book.tokens.find(({ symbol }) => symbol === KNOWN_VAULTS[name])?.address,
  }))
}
