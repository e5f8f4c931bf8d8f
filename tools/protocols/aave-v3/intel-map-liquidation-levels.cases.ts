import { at, between, defineCases } from '../../core/cases.ts'
import { TRADER_BORROWS } from './past-steps.ts'

/** Cases of `intel_map_liquidation_levels`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'WETH', movesBps: [-10_001] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: TRADER_BORROWS,
      params: { token: 'WETH', movesBps: [0, -4_000, -5_200, -10_000], blocks: 4 },
      roundTrips: 8,
      expect: {
        checkedAccounts: 1,
        'levels.0.priceUsd': '3000',
        'levels.0.accounts': [],
        'levels.1.accounts': [],
        'levels.2.priceUsd': '1440',
        'levels.2.accounts': [at('trader')],
        'levels.2.debtUsd': between(12_000, 12_001),
        'levels.3.priceUsd': '0',
        'levels.3.accounts': [at('trader')],
      },
    },
  ],
})
