import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

/** Cases of `aave_withdraw_asset`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'WETH', everything: true }, code: 'NOTHING_THERE' },
    { params: { token: 'WETH' }, code: 'INVALID_PARAMS' },
    {
      before: [SUPPLIED],
      params: { token: 'WETH', amountBaseUnits: '5000000000000000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    {
      before: BORROWED,
      params: { token: 'WETH', amountBaseUnits: '3000000000000000000' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    {
      before: BORROWED,
      params: { token: 'WETH', amountBaseUnits: '1000000000000000000', leastHealthFactor: '4' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      name: 'a part, with a debt beside it',
      driftBps: 1,
      before: BORROWED,
      params: { token: 'WETH', amountBaseUnits: '1000000000000000000' },
      expect: {
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': '1000000000000000000',
        'positions.0.side': 'supplied',
      },
    },
    {
      name: 'everything, with its interest',
      driftBps: 1,
      before: [SUPPLIED, { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } }],
      params: { token: 'WETH', everything: true },
      after: [{ tool: 'aave_get_user_reserves', expect: { reserves: [] } }],
    },
  ],
})
