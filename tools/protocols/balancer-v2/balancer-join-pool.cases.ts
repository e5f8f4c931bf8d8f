import { at, between, defineCases } from '../../core/cases.ts'
import { NOWHERE, STABLE, sharesOf, WEIGHTED } from './origin-pools.ts'

const USDC_3000 = { token: 'USDC', amountBaseUnits: '3000000000' }

/** Cases of `balancer_join_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE, deposits: [USDC_3000] }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: WEIGHTED, deposits: [USDC_3000] }, code: 'TOKEN_NOT_IN_POOL' },
    { params: { poolId: STABLE, deposits: [USDC_3000, USDC_3000] }, code: 'INVALID_PARAMS' },
    { params: { poolId: STABLE, deposits: [{ ...USDC_3000, amountBaseUnits: '0' }] }, code: 'ZERO_AMOUNT' },
    { params: { poolId: STABLE, deposits: [{ ...USDC_3000, token: 'NOTHING' }] }, code: 'UNKNOWN_TOKEN' },
    // One attoDAI is worth no share of a pool that counts with 18 decimals.
    { params: { poolId: STABLE, deposits: [{ token: 'DAI', amountBaseUnits: '1' }] }, code: 'POOL_REFUSES' },
  ],
  serves: [
    {
      name: 'a stable pool, with one of its tokens',
      params: { poolId: STABLE, deposits: [USDC_3000] },
      plan: { 'calls.length': 2 },
      expect: {
        'positions.0.key': STABLE,
        'positions.0.unitsDeltaBaseUnits': sharesOf('stablePool', 'account'),
        'tokens.length': 1,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-3000000000',
      },
    },
    {
      name: 'a weighted pool, with one of its tokens',
      params: {
        poolId: WEIGHTED,
        deposits: [{ token: 'WETH', amountBaseUnits: '500000000000000000' }],
      },
      expect: {
        // 1 500 USD at some 119 a share, less the fee of 0.5 % on the 40 % that are out of proportion and the impact.
        'positions.0.unitsDeltaBaseUnits': between('12400000000000000000', '12600000000000000000'),
        'tokens.0.token': at('WETH'),
      },
    },
  ],
})
