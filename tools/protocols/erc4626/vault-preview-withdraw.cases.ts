import { at, defineCases } from '../../core/cases.ts'
import { SAVINGS, viewOf } from './origin-vaults.ts'

const amountBaseUnits = '123456789'

/** Cases of `vault_preview_withdraw`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS }, code: 'INVALID_PARAMS' },
    {
      params: { vault: SAVINGS, amountBaseUnits, sharesBaseUnits: amountBaseUnits },
      code: 'INVALID_PARAMS',
    },
    { params: { vault: SAVINGS, sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'of assets',
      params: { vault: SAVINGS, amountBaseUnits },
      expect: {
        assetsBaseUnits: amountBaseUnits,
        sharesBaseUnits: viewOf(SAVINGS, 'previewWithdraw', amountBaseUnits),
        sharePrice: '1.000023',
      },
    },
    {
      name: 'of shares',
      params: { vault: SAVINGS, sharesBaseUnits: amountBaseUnits },
      expect: {
        assetsBaseUnits: viewOf(SAVINGS, 'previewRedeem', amountBaseUnits),
        sharesBaseUnits: amountBaseUnits,
      },
    },
  ],
})
