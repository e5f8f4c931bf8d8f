import { at, callData, defineCases } from '../../core/cases.ts'
import { STABLE, WEIGHTED } from './origin-pools.ts'

/** Deploys what registers itself as a pool of the Vault that it is told, and never comes to an answer; and where it stands. */
const DEPLOY_ENDLESS = `0x${'00'.repeat(32)}60248060095f395ff360143614600b575b6007565b6309b2760f60e01b5f525f5f60245f5f5f3560601c5af100`
const ENDLESS = '0x7644C4618c340B18f4FBF532c720fc4B18E5E5dF'

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
      name: 'one that never comes to an answer keeps no other from being read',
      before: [
        { send: { from: 'trader', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_ENDLESS } },
        { send: { from: 'trader', to: ENDLESS, data: at('balancer-v2.vault') } },
      ],
      expect: {
        totalRegistered: 3,
        'pools.length': 3,
        'pools.1.kind': 'composable-stable',
        'pools.2.pool': ENDLESS,
        'pools.2.kind': 'other',
      },
    },
    {
      name: 'blocks in which nobody made one',
      params: { blocks: 1 },
      expect: { totalRegistered: 0, 'pools.length': 2 },
    },
  ],
})
