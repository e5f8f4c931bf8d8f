import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED, unitsOf } from './past-steps.ts'

/** Cases of `aave_borrow_asset`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', amountBaseUnits: '1' }, code: 'HEALTH_FACTOR_TOO_LOW' },
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'NOPRICE', amountBaseUnits: '1' }, code: 'RESERVE_NOT_FOUND' },
    {
      before: BORROWED,
      params: { token: 'USDC', amountBaseUnits: '6000000000' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    // A siloed reserve beside another debt, and the other way round.
    { before: BORROWED, params: { token: 'WBTC', amountBaseUnits: '1' }, code: 'BORROW_REFUSED' },
    {
      before: [
        SUPPLIED,
        { tool: 'aave_borrow_asset', params: { token: 'WBTC', amountBaseUnits: '100000' }, driftBps: 1 },
      ],
      params: { token: 'USDC', amountBaseUnits: '1' },
      code: 'BORROW_REFUSED',
    },
    // What is of no category is not lent within one.
    {
      before: [SUPPLIED, { tool: 'aave_set_emode', params: { eModeCategory: 1 } }],
      params: { token: 'WBTC', amountBaseUnits: '1' },
      code: 'BORROW_REFUSED',
    },
    {
      before: [SUPPLIED],
      params: { token: 'USDC', amountBaseUnits: '50000000000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [SUPPLIED],
      params: { token: 'USDC', amountBaseUnits: '3000000000', leastHealthFactor: '3' },
      plan: { 'calls.length': 1 },
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '3000000000',
        'positions.0.side': 'owed',
        'positions.0.unitsDelta': unitsOf('account', 'USDC', 'variableDebtTokenAddress'),
      },
    },
    {
      name: 'another asset beside a debt',
      driftBps: 1,
      before: BORROWED,
      params: { token: 'DAI', amountBaseUnits: '500000000000000000000' },
    },
  ],
})
