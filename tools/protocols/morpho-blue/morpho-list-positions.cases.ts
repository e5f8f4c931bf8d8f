import { at, defineCases } from '../../core/cases.ts'
import { POSTED, strayMarketFor, WBTC_USDC, WETH_DAI, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_list_positions`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'a borrower, and interest that is left of a deposit',
      params: { account: at('trader') },
      roundTrips: 5,
      expect: {
        account: at('trader'),
        'positions.length': 3,
        'positions.0.market': WBTC_USDC,
        'positions.1.market': WETH_DAI,
        'positions.1.collateralBaseUnits': '0',
        'positions.2.market': WETH_USDC,
        'positions.2.ltvBps': 5834,
      },
    },
    {
      name: 'own collateral beside what another posted for the account in a market whose token is none',
      before: [POSTED, ...strayMarketFor('account')],
      roundTrips: 8,
      expect: { 'positions.length': 1, 'positions.0.market': WETH_USDC, 'unread.length': 1 },
    },
    { name: 'an account that has nothing', expect: { account: at('account'), positions: [], unread: [] } },
  ],
})
