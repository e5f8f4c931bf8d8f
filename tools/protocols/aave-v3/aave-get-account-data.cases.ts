import { at, between, defineCases } from '../../core/cases.ts'
import { TRADER_BORROWS } from './past-steps.ts'

/** Cases of `aave_get_account_data`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: TRADER_BORROWS,
      params: { account: at('trader') },
      roundTrips: 1,
      expect: {
        account: at('trader'),
        collateralUsd: between(29_999, 30_001),
        debtUsd: between(12_000, 12_001),
        ltvBps: 8_000,
        liquidationThresholdBps: 8_300,
        healthFactor: between(2.07, 2.08),
        availableBorrowsUsd: between(11_990, 12_001),
      },
    },
    { name: 'nothing', expect: { account: at('account'), collateralUsd: '0', healthFactor: null } },
  ],
})
