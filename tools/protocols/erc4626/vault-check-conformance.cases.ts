import { at, defineCases, matching } from '../../core/cases.ts'
import { LENDING, SAVINGS } from './origin-vaults.ts'

const amountBaseUnits = '1000000001'

/** Cases of `vault_check_conformance`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'a vault that keeps all of them',
      params: { vault: SAVINGS, amountBaseUnits },
      expect: {
        conforms: true,
        revertReason: null,
        'rules.length': 8,
        depositedBaseUnits: amountBaseUnits,
        redeemedBaseUnits: '1000000000',
      },
    },
    {
      name: 'a vault that lends',
      params: { vault: LENDING, amountBaseUnits },
      expect: { conforms: true },
    },
    {
      name: 'of an account that has nothing to try it with',
      params: { vault: SAVINGS, amountBaseUnits, account: at('stranger') },
      expect: { conforms: null, revertReason: matching('.'), redeemedBaseUnits: null, 'rules.0.holds': null },
    },
  ],
})
