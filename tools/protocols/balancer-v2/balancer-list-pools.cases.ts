import { at, callData, defineCases } from '../../core/cases.ts'
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
      name: 'one that anyone registered, of which nothing more is known',
      before: [
        {
          send: {
            from: 'trader',
            to: at('balancer-v2.vault'),
            data: callData('function registerPool(uint8 specialization)', [0]),
          },
        },
      ],
      expect: {
        totalRegistered: 3,
        'pools.2.pool': at('trader'),
        'pools.2.kind': 'other',
        'pools.2.swapFeeMillionths': null,
        'pools.2.totalSharesBaseUnits': null,
      },
    },
    {
      name: 'newer pools of other tokens stand in the way of none',
      before: [
        {
          tool: 'balancer_create_weighted_pool',
          params: {
            name: '50WBTC-50USDC',
            symbol: 'B-50WBTC-50USDC',
            tokens: [
              { token: 'WBTC', weightMillionths: 500_000 },
              { token: 'USDC', weightMillionths: 500_000 },
            ],
            swapFeeMillionths: 3_000,
          },
        },
        {
          send: {
            from: 'trader',
            to: at('balancer-v2.vault'),
            data: callData('function registerPool(uint8 specialization)', [0]),
          },
        },
      ],
      params: { token: 'WBTC', limit: 1 },
      expect: { 'pools.length': 1, 'pools.0.symbol': 'B-50WBTC-50USDC' },
    },
    {
      name: 'blocks in which nobody made one',
      params: { blocks: 1 },
      expect: { totalRegistered: 0, 'pools.length': 2 },
    },
  ],
})
