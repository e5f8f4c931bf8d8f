import { at, balanceOf, defineCases, kept } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, SAVED, SAVINGS, sharesOf } from './origin-vaults.ts'

/** Cases of `vault_compare_vaults`. */
export const CASES = defineCases({
  refuses: [
    { params: { vaults: [SAVINGS] }, code: 'INVALID_PARAMS' },
    { params: { vaults: [SAVINGS, at('trader')] }, code: 'NOT_A_VAULT' },
    {
      before: [FIND_EMPTY],
      params: { vaults: [SAVINGS, kept('empty.vaults.0.vault')] },
      code: 'VAULT_ASSETS_DIFFER',
    },
  ],
  serves: [
    {
      before: [SAVED],
      params: { vaults: [LENDING, SAVINGS] },
      roundTrips: 6,
      expect: {
        assetSymbol: 'USDC',
        'vaults.length': 2,
        'vaults.0.vault': SAVINGS,
        'vaults.0.idleBaseUnits': balanceOf('USDC', 'erc4626.savingsVault'),
        'vaults.0.ownSharesBaseUnits': sharesOf('account'),
        'vaults.0.redeemableSharesBaseUnits': sharesOf('account'),
        'vaults.1.idleBaseUnits': '0',
      },
    },
  ],
})
