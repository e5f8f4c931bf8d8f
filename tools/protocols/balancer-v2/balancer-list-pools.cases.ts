import { at, defineCases } from '../../core/cases.ts'
import { STABLE, WEIGHTED } from './origin-pools.ts'

/** Cases of `balancer_list_pools`. */
export const CASES = defineCases({
  refuses: [
    { params: { blocks: 0 }, code: 'INVALID_PARAMS' },
    { params: { token: 'NOTHING' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: {},
      expect: {
        totalRegistered: 2,
        'pools.length': 2,
        'pools.0.poolId': WEIGHTED,
        'pools.1.poolId': STABLE,
        'pools.1.tokens.0.token': at('DAI'),
      },
    },
    {
      name: 'those that hold a token',
      params: { token: 'USDT' },
      expect: { 'pools.length': 1, 'pools.0.poolId': STABLE },
    },
    {
      name: 'blocks in which nobody made one',
      params: { blocks: 1 },
      expect: { totalRegistered: 0, 'pools.length': 2 },
    },
  ],
})
