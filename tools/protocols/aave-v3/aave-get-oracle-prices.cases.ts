import { at, defineCases } from '../../core/cases.ts'
import { priceAt } from './past-steps.ts'

/** Cases of `aave_get_oracle_prices`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['NOPRICE'] }, code: 'RESERVE_NOT_FOUND' },
    { params: { tokens: [] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'those named, in their order',
      before: [priceAt('WETH', 2_500)],
      params: { tokens: ['USDC', 'ETH'] },
      roundTrips: 3,
      expect: {
        'prices.length': 2,
        'prices.0.symbol': 'USDC',
        'prices.0.priceUsd': '1',
        'prices.0.source': at('feed.USDC'),
        'prices.1.priceUsd': '2500',
        'prices.1.source': at('feed.WETH'),
      },
    },
    {
      name: 'one that its feed gives no price, beside all others',
      before: [priceAt('DAI', 0)],
      expect: { 'prices.length': 5, 'prices.1.priceUsd': '1', 'prices.2.priceUsd': null },
    },
    { name: 'all of them', expect: { 'prices.length': 5, 'prices.3.priceUsd': '60000' } },
  ],
})
