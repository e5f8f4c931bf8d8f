import { defineCases } from '../../core/cases.ts'

/** Cases of `bootstrap_check_readiness`. */
export const CASES = defineCases({
  refuses: [{ params: { rpcUrl: 'http://127.0.0.1:1' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'an agent that may start; of the pools that its policy lists some are not on this chain',
      roundTrips: 2,
      params: {},
      expect: {
        isReady: true,
        failed: 0,
        warnings: 1,
        unchecked: 0,
        'checks.length': 20,
        'checks.10.check': 'contracts that may be called',
        'checks.10.status': 'warning',
      },
    },
    {
      name: 'a halted one may not',
      roundTrips: 2,
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      params: {},
      // The latch is closed, and the guardian paused the cage.
      expect: { isReady: false, failed: 2 },
    },
    {
      name: 'nor one whose prices are old',
      roundTrips: 2,
      before: [
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'WETH', priceUsd: '3000', ageSeconds: 604_800 },
        },
      ],
      params: {},
      expect: { isReady: false, failed: 1 },
    },
  ],
})
