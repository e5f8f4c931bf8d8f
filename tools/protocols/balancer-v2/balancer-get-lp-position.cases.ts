import { at, between, defineCases } from '../../core/cases.ts'
import { NOWHERE, STABLE, sharesOf, WEIGHTED } from './origin-pools.ts'

/** Cases of `balancer_get_lp_position`. */
export const CASES = defineCases({
  refuses: [{ params: { poolId: NOWHERE }, code: 'POOL_NOT_REGISTERED' }],
  serves: [
    {
      name: 'the one who provided for both, all but what no pool gives back',
      params: { account: at('lp') },
      expect: {
        'positions.length': 2,
        'positions.0.poolId': WEIGHTED,
        'positions.0.sharesBaseUnits': sharesOf('weightedPool', 'lp'),
        'positions.0.shareMillionths': 999_999,
        // 200 ETH and 400 000 DAI, and fees since.
        'positions.0.tokens.0.amountBaseUnits': between(
          '399990000000000000000000',
          '400100000000000000000000',
        ),
        'positions.0.tokens.1.amountBaseUnits': between('199990000000000000000', '200100000000000000000'),
        'positions.1.poolId': STABLE,
        'positions.1.tokens.length': 3,
        'positions.1.tokens.2.amountBaseUnits': between('2999999000000', '3000000000000'),
      },
    },
    { name: 'nothing', params: {}, expect: { 'positions.length': 0 } },
    {
      name: 'nothing of a pool that is named',
      params: { poolId: STABLE },
      expect: { 'positions.0.sharesBaseUnits': '0', 'positions.0.tokens.0.amountBaseUnits': '0' },
    },
  ],
})
