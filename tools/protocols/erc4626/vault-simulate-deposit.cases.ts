import { at, defineCases, matching } from '../../core/cases.ts'
import { LENDING, SAVINGS, viewOf } from './origin-vaults.ts'

const amountBaseUnits = '123456789'

/** Cases of `vault_simulate_deposit`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'as previewed',
      params: { vault: SAVINGS, amountBaseUnits },
      expect: {
        succeeds: true,
        revertReason: null,
        previewedSharesBaseUnits: viewOf(SAVINGS, 'previewDeposit', amountBaseUnits),
        mintedSharesBaseUnits: viewOf(SAVINGS, 'previewDeposit', amountBaseUnits),
        paidBaseUnits: amountBaseUnits,
        shortfallBps: 0,
      },
    },
    {
      name: 'more than the vault takes',
      params: { vault: LENDING, amountBaseUnits: '9000000000000', account: at('whale') },
      expect: {
        succeeds: false,
        revertReason: matching('.'),
        mintedSharesBaseUnits: '0',
        shortfallBps: null,
      },
    },
    {
      name: 'of an account without assets',
      params: { vault: SAVINGS, amountBaseUnits, account: at('stranger') },
      expect: { account: at('stranger'), succeeds: false, paidBaseUnits: '0' },
    },
  ],
})
