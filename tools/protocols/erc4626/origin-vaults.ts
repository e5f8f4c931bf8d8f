import { at, type CaseStep, onChain, type Reference } from '../../core/cases.ts'

/** A vault that lends in Morpho's markets, and one in which assets lie as they are; both of USDC. */
export const LENDING = at('erc4626.lendingVault')
export const SAVINGS = at('erc4626.savingsVault')

/** What an account has of the savings vault, and what a view of it answers. */
export const sharesOf = (account: string, vault: Reference = SAVINGS): Reference =>
  onChain(vault, 'function balanceOf(address) view returns (uint256)', [at(account)])
export const viewOf = (vault: Reference, name: string, of: string): Reference =>
  onChain(vault, `function ${name}(uint256) view returns (uint256)`, [of])

/** The account has 1 000 USDC in the savings vault, or in the one that lends. */
export const SAVED: CaseStep = {
  tool: 'vault_deposit',
  params: { vault: SAVINGS, amountBaseUnits: '1000000000' },
}
export const LENT: CaseStep = {
  tool: 'vault_deposit',
  params: { vault: LENDING, amountBaseUnits: '1000000000' },
  driftBps: 1,
}

/** Finds the vault of DAI that takes nothing yet, as `empty.vaults.0.vault`. */
export const FIND_EMPTY: CaseStep = { tool: 'vault_list_vaults', params: { asset: 'DAI' }, keep: 'empty' }
