import { at, defineCases } from '../../core/cases.ts'
import { heldBy, NOWHERE, STABLE, saidBy, WEIGHTED } from './origin-pools.ts'

/** Cases of `balancer_get_pool_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: '0x11' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a weighted pool',
      params: { poolId: WEIGHTED },
      roundTrips: 1,
      expect: {
        pool: at('balancer-v2.weightedPool'),
        kind: 'weighted',
        isListed: true,
        symbol: 'B-60WETH-40DAI',
        swapFeeMillionths: 5000,
        amplification: null,
        'tokens.length': 2,
        'tokens.0.token': at('DAI'),
        'tokens.0.balanceBaseUnits': heldBy(WEIGHTED, 'DAI'),
        'tokens.0.weightMillionths': 400_000,
        'tokens.1.symbol': 'WETH',
        'tokens.1.balanceBaseUnits': heldBy(WEIGHTED, 'WETH'),
        'tokens.1.weightMillionths': 600_000,
        totalSharesBaseUnits: saidBy('weightedPool', 'totalSupply()'),
      },
    },
    {
      name: 'a stable pool, which lists its own shares among its tokens',
      params: { poolId: STABLE },
      expect: {
        kind: 'composable-stable',
        amplification: 2000,
        swapFeeMillionths: 500,
        'tokens.length': 3,
        'tokens.1.token': at('USDC'),
        'tokens.1.decimals': 6,
        'tokens.1.balanceBaseUnits': heldBy(STABLE, 'USDC'),
        'tokens.2.token': at('USDT'),
        'tokens.2.weightMillionths': null,
        totalSharesBaseUnits: saidBy('stablePool', 'getActualSupply()'),
      },
    },
  ],
})
