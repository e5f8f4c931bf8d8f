import { at, balanceOf, defineCases, onChain } from '../../core/cases.ts'
import { LENDING, SAVINGS } from './origin-vaults.ts'

const supplyOf = (vault: typeof SAVINGS) => onChain(vault, 'function totalSupply() view returns (uint256)')

/** Cases of `vault_get_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader') }, code: 'NOT_A_VAULT' },
    { params: { vault: at('USDC') }, code: 'NOT_A_VAULT' },
  ],
  serves: [
    {
      name: 'a vault in which assets lie',
      params: { vault: SAVINGS },
      expect: {
        vault: SAVINGS,
        symbol: 'sUSDC',
        asset: at('USDC'),
        assetSymbol: 'USDC',
        assetDecimals: 6,
        shareDecimals: 6,
        totalAssetsBaseUnits: balanceOf('USDC', 'erc4626.savingsVault'),
        totalSharesBaseUnits: supplyOf(SAVINGS),
        // 12 USDC came to half a million by and by.
        sharePrice: '1.000023',
        isListed: true,
      },
    },
    {
      name: 'a vault that lends',
      params: { vault: LENDING },
      expect: { shareDecimals: 18, totalSharesBaseUnits: supplyOf(LENDING), isListed: true },
    },
  ],
})
