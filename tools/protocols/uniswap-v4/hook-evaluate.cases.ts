import { at, type CaseStep, defineCases, kept } from '../../core/cases.ts'

const DYNAMIC_FEE = '0xD11ef00000000000000000000000000000001080'
const WRAPPING = '0x57991106cb7Aa27E2771Beda0D6522F68524A888'

/** Pools with hooks, `found` for what follows; the first one has a fee that its hook sets. */
const FOUND: CaseStep = { tool: 'hook_discover', params: {}, keep: 'found' }

/** Cases of `hook_evaluate`. */
export const CASES = defineCases({
  refuses: [
    { params: { hook: at('whale') }, code: 'NOT_FOUND' },
    { params: { hook: '0x1' }, code: 'INVALID_PARAMS' },
    { params: { hook: WRAPPING, poolId: `0x${'11'.repeat(32)}` }, code: 'POOL_NOT_INITIALIZED' },
    {
      // A pool of another hook.
      before: [FOUND],
      params: { hook: WRAPPING, poolId: kept('found.hooks.0.pools.0.poolId') },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      name: 'a hook that wraps',
      params: { hook: WRAPPING },
      roundTrips: 2,
      expect: {
        risk: 'medium',
        isUpgradeable: false,
        admin: null,
        owner: null,
        template: null,
        fee: null,
        'findings.0.finding': 'may take or give in swaps beside the pool',
        'findings.1.finding': 'its code is none of the known templates',
        changesLiquidityAmounts: false,
      },
    },
    {
      name: 'a hook that sets the fee of its pool',
      before: [FOUND],
      params: { hook: DYNAMIC_FEE, poolId: kept('found.hooks.0.pools.0.poolId') },
      expect: {
        risk: 'medium',
        'fee.isDynamic': true,
        'fee.lpFeeMillionths': 2_500,
        'findings.0.finding':
          'has functions of somebody who rules over it: forcePoolFeeUpdate((address,address,uint24,int24,address),uint24), setFee(uint24), setManager(address)',
        'findings.1.finding': 'sets the fee of the pool: 2500 millionths now',
      },
    },
    {
      name: 'a fee that its key says',
      before: [FOUND],
      params: {
        hook: '0xFEE7a40000000000000000000000000000000547',
        poolId: kept('found.hooks.1.pools.0.poolId'),
      },
      expect: { 'fee.isDynamic': false, 'fee.lpFeeMillionths': 3_000 },
    },
    {
      name: 'a hook that takes of liquidity',
      params: { hook: '0xFEE7a40000000000000000000000000000000547' },
      expect: { risk: 'high', 'findings.0.risk': 'high', changesLiquidityAmounts: true },
    },
    {
      // No hook, but a proxy.
      name: 'code that somebody can replace',
      params: { hook: at('USDT') },
      roundTrips: 5,
      expect: {
        risk: 'high',
        isUpgradeable: true,
        implementation: '0xa55A000000000000000000000000000000000002',
        'findings.0.finding': 'is a proxy: somebody can give it other code',
      },
    },
  ],
})
