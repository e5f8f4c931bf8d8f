import { at, defineCases } from '../../core/cases.ts'
import { SAVED, SAVINGS, viewOf } from './origin-vaults.ts'

const sharesBaseUnits = '123456789'

/** Cases of `vault_simulate_withdraw`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), sharesBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'as previewed',
      before: [SAVED],
      params: { vault: SAVINGS, sharesBaseUnits },
      expect: {
        succeeds: true,
        isWithinLimit: true,
        previewedBaseUnits: viewOf(SAVINGS, 'previewRedeem', sharesBaseUnits),
        paidBaseUnits: viewOf(SAVINGS, 'previewRedeem', sharesBaseUnits),
        shortfallBps: 0,
      },
    },
    {
      name: 'more than the account has',
      params: { vault: SAVINGS, sharesBaseUnits },
      expect: { succeeds: false, isWithinLimit: false, paidBaseUnits: '0', shortfallBps: null },
    },
  ],
})
