import { at, defineCases } from '../../core/cases.ts'
import { unitsOf } from './past-steps.ts'

/** Cases of `aave_supply_eth`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'ETH', amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      driftBps: 1,
      params: { amountBaseUnits: '1000000000000000000' },
      plan: { 'calls.length': 1, 'calls.0.to': at('aave-v3.gateway') },
      expect: {
        'tokens.0.deltaBaseUnits': '-1000000000000000000',
        'positions.0.token': at('WETH'),
        'positions.0.unitsDelta': unitsOf('account', 'WETH', 'aTokenAddress'),
      },
    },
  ],
})
