import { at, defineCases, onChain } from '../../core/cases.ts'
import { POOL_VIEWS } from './pool-views.ts'

/** Cases of `aave_get_rate_model`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'USDC', utilisationsBps: [10_001] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { token: 'USDC', utilisationsBps: [0, 4_500, 9_000, 10_000] },
      roundTrips: 4,
      expect: {
        strategy: onChain(
          at('aave-v3.pool'),
          POOL_VIEWS.reserve,
          [at('USDC')],
          'interestRateStrategyAddress',
        ),
        optimalUtilisationBps: 9_000,
        'points.0.borrowRate.aprPercent': '0',
        'points.0.supplyRate.aprPercent': '0',
        // Half way to the kink, half of the first slope; suppliers get their share of it less the factor.
        'points.1.borrowRate.aprPercent': '2.5',
        'points.1.supplyRate.aprPercent': '1.0125',
        'points.2.borrowRate.aprPercent': '5',
        'points.3.borrowRate.aprPercent': '65',
      },
    },
  ],
})
