import { at, defineCases } from '../../core/cases.ts'
import { WBTC_USDC, WETH_DAI, WETH_USDC } from './origin-markets.ts'

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
    { name: 'an account that has nothing', expect: { account: at('account'), positions: [] } },
  ],
})
