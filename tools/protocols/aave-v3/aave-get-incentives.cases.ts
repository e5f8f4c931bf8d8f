import { at, defineCases } from '../../core/cases.ts'

/** Cases of `aave_get_incentives`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' }],
  serves: [
    {
      params: { token: 'USDC' },
      roundTrips: 4,
      expect: {
        'incentives.length': 2,
        'incentives.0.side': 'supply',
        'incentives.0.reward': at('DAI'),
        'incentives.0.emissionPerSecondBaseUnits': '1000000000000000',
        'incentives.0.isRunning': true,
        'incentives.1.side': 'debt',
        'incentives.1.emissionPerSecondBaseUnits': '500000000000000',
      },
    },
    { name: 'none', params: { token: 'WETH' }, expect: { incentives: [] } },
    {
      name: 'one that has ended',
      before: [{ tool: 'testnet_time_travel', params: { durationSeconds: 310_000_000 } }],
      params: { token: 'USDC' },
      expect: { 'incentives.0.isRunning': false },
    },
  ],
})
