import { at, defineCases } from '../../core/cases.ts'
import { BORROWED } from './past-steps.ts'

/** Cases of `aave_repay_debt`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', everything: true }, code: 'NOTHING_THERE' },
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'USDC', amountBaseUnits: '1', everything: true }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a part',
      driftBps: 1,
      before: BORROWED,
      params: { token: 'USDC', amountBaseUnits: '500000000' },
      plan: { 'calls.length': 2 },
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-500000000',
        'positions.0.side': 'owed',
      },
    },
    {
      name: 'everything, with its interest',
      driftBps: 1,
      before: [...BORROWED, { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } }],
      params: { token: 'USDC', everything: true },
      plan: { 'calls.length': 3 },
      after: [{ tool: 'aave_get_user_reserves', expect: { 'reserves.length': 1 } }],
    },
    {
      name: 'no more than is owed',
      driftBps: 1,
      before: BORROWED,
      params: { token: 'USDC', amountBaseUnits: '9000000000' },
      plan: { 'calls.length': 3 },
    },
  ],
})
