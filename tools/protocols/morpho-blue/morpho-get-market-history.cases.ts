import { between, defineCases } from '../../core/cases.ts'
import { liquidatedAt, NO_MARKET, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_get_market_history`. */
export const CASES = defineCases({
  refuses: [{ params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' }],
  serves: [
    {
      params: { market: WETH_USDC, limit: 5 },
      expect: { 'bookings.length': 5, badDebtBaseUnits: '0' },
    },
    {
      name: 'a loss that lenders bore',
      before: liquidatedAt('1000'),
      params: { market: WETH_USDC, blocks: 10 },
      expect: { badDebtBaseUnits: between('316000000000', '318000000000') },
    },
  ],
})
