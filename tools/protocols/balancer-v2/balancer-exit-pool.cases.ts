import { between, defineCases } from '../../core/cases.ts'
import { JOINED, NOWHERE, STABLE, sharesOf } from './origin-pools.ts'

/** Cases of `balancer_exit_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE, shareBps: 1 }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: STABLE, shareBps: 10_000 }, code: 'INSUFFICIENT_LIQUIDITY' },
    { params: { poolId: STABLE, shareBps: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'everything, in all of its tokens',
      before: [JOINED],
      params: { poolId: STABLE, shareBps: 10_000 },
      plan: { 'calls.length': 1 },
      expect: { 'positions.0.key': STABLE, 'tokens.length': 3 },
      after: [
        {
          tool: 'balancer_get_lp_position',
          params: { poolId: STABLE },
          expect: { 'positions.0.sharesBaseUnits': '0' },
        },
      ],
    },
    {
      name: 'a half',
      before: [JOINED],
      params: { poolId: STABLE, shareBps: 5_000 },
      after: [
        {
          tool: 'balancer_get_lp_position',
          params: { poolId: STABLE },
          expect: {
            'positions.0.sharesBaseUnits': sharesOf('stablePool', 'account'),
            // A third of 1 500 USD, less a half of the fee on what was out of proportion.
            'positions.0.tokens.1.amountBaseUnits': between('499000000', '500600000'),
          },
        },
      ],
    },
  ],
})
