import { at, defineCases } from '../../core/cases.ts'

/** Cases of `hook_evaluate_risk`. */
export const CASES = defineCases({
  refuses: [
    { params: { hook: at('whale') }, code: 'NOT_FOUND' },
    { params: { hook: '0x1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a hook that wraps',
      params: { hook: '0x57991106cb7Aa27E2771Beda0D6522F68524A888' },
      roundTrips: 2,
      expect: {
        risk: 'medium',
        isUpgradeable: false,
        owner: null,
        'findings.0.finding': 'may take or give in swaps beside the pool',
        changesLiquidityAmounts: false,
      },
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
      expect: {
        risk: 'high',
        isUpgradeable: true,
        implementation: '0xa55A000000000000000000000000000000000002',
        'findings.0.finding': 'is a proxy: somebody can give it other code',
      },
    },
  ],
})
