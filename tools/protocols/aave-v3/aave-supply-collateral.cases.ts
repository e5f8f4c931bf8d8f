import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, heldBy, SUPPLIED, unitsOf } from './past-steps.ts'

/** Cases of `aave_supply_collateral`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE', amountBaseUnits: '1' }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'WETH', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'WETH' }, code: 'INVALID_PARAMS' },
    { params: { token: 'WETH', amountBaseUnits: (2n ** 256n).toString() }, code: 'INVALID_PARAMS' },
    {
      before: BORROWED,
      params: { token: 'WETH', amountBaseUnits: '1', asCollateral: false },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      driftBps: 1,
      params: { token: 'WETH', amountBaseUnits: '2000000000000000000' },
      plan: { 'calls.length': 2 },
      expect: {
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': '-2000000000000000000',
        'positions.0.side': 'supplied',
        'positions.0.unitsDelta': unitsOf('account', 'WETH', 'aTokenAddress'),
      },
      after: [
        {
          tool: 'aave_get_user_reserves',
          expect: { 'reserves.0.isCollateral': true },
        },
      ],
    },
    {
      name: 'more of the same',
      driftBps: 1,
      before: [SUPPLIED],
      params: { token: 'WETH', amountBaseUnits: '1' },
    },
    {
      name: 'to earn interest alone',
      driftBps: 1,
      params: { token: 'DAI', amountBaseUnits: '1000000000000000000000', asCollateral: false },
      plan: { 'calls.length': 3 },
      after: [
        {
          tool: 'aave_get_user_reserves',
          expect: {
            'reserves.0.isCollateral': false,
            'reserves.0.supplied.baseUnits': heldBy('account', 'DAI', 'supplied'),
          },
        },
      ],
    },
  ],
})
