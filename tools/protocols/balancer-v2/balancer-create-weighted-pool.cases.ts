import { at, defineCases } from '../../core/cases.ts'

const NEW = {
  name: '50WBTC-30USDC-20WETH',
  symbol: 'B-50WBTC-30USDC-20WETH',
  tokens: [
    { token: 'WETH', weightMillionths: 200_000 },
    { token: 'WBTC', weightMillionths: 500_000 },
    { token: 'USDC', weightMillionths: 300_000 },
  ],
  swapFeeMillionths: 3_000,
}

/** Cases of `balancer_create_weighted_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...NEW, tokens: [{ token: 'WETH', weightMillionths: 1_000_000 }] }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, tokens: NEW.tokens.slice(0, 2) }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, swapFeeMillionths: 100_001 }, code: 'INVALID_PARAMS' },
    {
      params: {
        ...NEW,
        tokens: [
          { token: 'WETH', weightMillionths: 500_000 },
          { token: at('WETH'), weightMillionths: 500_000 },
        ],
      },
      code: 'INVALID_PARAMS',
    },
    {
      params: {
        ...NEW,
        tokens: [
          { token: 'WETH', weightMillionths: 500_000 },
          { token: 'NOTHING', weightMillionths: 500_000 },
        ],
      },
      code: 'UNKNOWN_TOKEN',
    },
  ],
  serves: [
    {
      params: NEW,
      roundTrips: 0,
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': at('balancer-v2.weightedFactory') },
      expect: { pool: { $matches: '^0x[0-9a-fA-F]{40}$' }, poolId: { $matches: '^0x[0-9a-f]{64}$' } },
      after: [
        {
          tool: 'balancer_list_pools',
          params: { token: 'WBTC' },
          // In the order of their addresses, each with its own weight.
          expect: {
            'pools.length': 1,
            'pools.0.kind': 'weighted',
            'pools.0.symbol': NEW.symbol,
            'pools.0.isListed': false,
            'pools.0.swapFeeMillionths': 3_000,
            'pools.0.totalSharesBaseUnits': '0',
            'pools.0.tokens.0.token': at('WBTC'),
            'pools.0.tokens.0.weightMillionths': 500_000,
            'pools.0.tokens.1.token': at('USDC'),
            'pools.0.tokens.1.weightMillionths': 300_000,
            'pools.0.tokens.2.token': at('WETH'),
            'pools.0.tokens.2.weightMillionths': 200_000,
          },
        },
      ],
    },
  ],
})
