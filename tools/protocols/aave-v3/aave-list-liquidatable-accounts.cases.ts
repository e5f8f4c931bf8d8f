import { at, between, defineCases, matching } from '../../core/cases.ts'
import { priceAt, TRADER_BORROWS } from './past-steps.ts'

/** Cases of `aave_list_liquidatable_accounts`. */
export const CASES = defineCases({
  refuses: [
    { params: { blocks: 0 }, code: 'INVALID_PARAMS' },
    { before: [priceAt('DAI', 0)], params: {}, code: 'NO_PRICE' },
  ],
  serves: [
    {
      name: 'half of a debt that is barely unsound',
      roundTrips: 8,
      expect: {
        checkedAccounts: 2,
        isComplete: true,
        'accounts.length': 1,
        'accounts.0.healthFactor': matching('^0\\.991'),
        'accounts.0.debt': at('USDC'),
        'accounts.0.collateral': at('WBTC'),
        'accounts.0.repayableUsd': between(42_000, 42_001),
        'accounts.0.bonusBps': 500,
      },
    },
    {
      name: 'all of one that is far below',
      before: [...TRADER_BORROWS, priceAt('WETH', 1_350)],
      params: { blocks: 8 },
      roundTrips: 8,
      expect: {
        'accounts.length': 1,
        'accounts.0.account': at('trader'),
        'accounts.0.repayableUsd': between(12_000, 12_001),
      },
    },
    {
      name: 'of a debt that its collateral does not cover what it pays for',
      before: [...TRADER_BORROWS, priceAt('WETH', 1_000)],
      params: { blocks: 8 },
      roundTrips: 8,
      expect: {
        'accounts.0.account': at('trader'),
        'accounts.0.debtUsd': between(12_000, 12_001),
        'accounts.0.repayableUsd': between(9_523, 9_524),
      },
    },
  ],
})
