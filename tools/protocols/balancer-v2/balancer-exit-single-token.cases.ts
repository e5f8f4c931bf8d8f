import { at, between, defineCases } from '../../core/cases.ts'
import { JOINED, NOWHERE, STABLE } from './origin-pools.ts'

/** Cases of `balancer_exit_single_token`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE, token: 'USDC', shareBps: 1 }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: STABLE, token: 'USDC', shareBps: 10_000 }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [JOINED],
      params: { poolId: STABLE, token: 'WETH', shareBps: 10_000 },
      code: 'TOKEN_NOT_IN_POOL',
    },
    { before: [JOINED], params: { poolId: STABLE, token: 'NOTHING', shareBps: 1 }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'into what was paid in',
      before: [JOINED],
      params: { poolId: STABLE, token: 'USDC', shareBps: 10_000 },
      expect: {
        'tokens.length': 1,
        'tokens.0.token': at('USDC'),
        // 3 000 USDC, less the fee of 0.05 % on two thirds of it, twice.
        'tokens.0.deltaBaseUnits': between('2997800000', '2998200000'),
      },
    },
  ],
})
