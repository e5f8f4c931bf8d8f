import { at, defineCases, kept } from '../../core/cases.ts'
import { FIND_EMPTY, LENDING, SAVINGS } from './origin-vaults.ts'

const amountBaseUnits = '1000000000'

/** Cases of `vault_check_inflation_risk`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: at('trader'), amountBaseUnits }, code: 'NOT_A_VAULT' },
    { params: { vault: SAVINGS, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'a vault in which gifts count, and with much to bend',
      params: { vault: SAVINGS, amountBaseUnits },
      expect: {
        risk: 'low',
        reasons: ['no-offset', 'donations-count'],
        // A hundredth of 500 012 USDC, and a base unit for the share that nobody has.
        donationToMoveBaseUnits: '5000120001',
        isDonationCounted: true,
        unbookedBaseUnits: '0',
        offsetDecimals: 0,
        roundingLossBps: 1,
      },
    },
    {
      name: 'a deposit beside which it is thin',
      params: { vault: SAVINGS, amountBaseUnits: '6000000000' },
      expect: { risk: 'high', reasons: ['thin', 'no-offset', 'donations-count'] },
    },
    {
      name: 'a vault that books what it lent, not what lies in it',
      params: { vault: LENDING, amountBaseUnits },
      expect: { risk: 'low', reasons: [], isDonationCounted: false, offsetDecimals: 12 },
    },
    {
      name: 'a vault of nothing yet, whose shares are as fine as its asset',
      before: [FIND_EMPTY],
      params: { vault: kept('empty.vaults.0.vault'), amountBaseUnits },
      expect: { risk: 'low', reasons: ['empty', 'thin', 'no-offset'], isDonationCounted: false },
    },
  ],
})
