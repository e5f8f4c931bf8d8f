import { at, defineCases, matching, onChain } from '../../core/cases.ts'
import { POOL_VIEWS } from './pool-views.ts'

/** Cases of `aave_list_reserves`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDC' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      roundTrips: 2,
      expect: {
        'reserves.length': 5,
        'reserves.1.symbol': 'USDC',
        'reserves.1.aToken': onChain(at('aave-v3.pool'), POOL_VIEWS.reserve, [at('USDC')], 'aTokenAddress'),
        'reserves.1.ltvBps': 7_700,
        'reserves.1.liquidationBonusBps': 450,
        'reserves.1.eModeCategory': 1,
        'reserves.1.borrowRate.aprPercent': matching('^[1-9]\\d*\\.\\d{1,4}$'),
        'reserves.0.eModeCategory': 0,
        'reserves.4.symbol': 'USDT',
        'reserves.4.isIsolated': true,
        'reserves.0.isIsolated': false,
      },
    },
  ],
})
