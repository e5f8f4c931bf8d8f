import { at, defineCases } from '../../core/cases.ts'
import { heldBy, TRADER_BORROWS } from './past-steps.ts'

/** Cases of `aave_get_user_reserves`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x1' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: TRADER_BORROWS,
      params: { account: at('trader') },
      roundTrips: 3,
      expect: {
        'reserves.length': 2,
        'reserves.0.symbol': 'WETH',
        'reserves.0.supplied.baseUnits': heldBy('trader', 'WETH', 'supplied'),
        'reserves.0.borrowed.baseUnits': '0',
        'reserves.0.isCollateral': true,
        'reserves.1.symbol': 'USDC',
        'reserves.1.borrowed.baseUnits': heldBy('trader', 'USDC', 'debt'),
        'reserves.1.isCollateral': false,
      },
    },
    { name: 'nothing', expect: { reserves: [], eModeCategory: 0 } },
  ],
})
