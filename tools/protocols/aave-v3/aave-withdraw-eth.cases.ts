import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

/** Cases of `aave_withdraw_eth`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '1' }, code: 'NOTHING_THERE' },
    { params: { everything: true }, code: 'INVALID_PARAMS' },
    {
      before: BORROWED,
      params: { amountBaseUnits: '3500000000000000000' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    {
      before: BORROWED,
      params: { amountBaseUnits: '1', leastHealthFactor: '100' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [SUPPLIED],
      params: { amountBaseUnits: '1500000000000000000' },
      plan: { 'calls.length': 2, 'calls.1.to': at('WETH') },
      expect: {
        'tokens.length': 1,
        'tokens.0.deltaBaseUnits': '1500000000000000000',
        'positions.0.token': at('WETH'),
      },
    },
  ],
})
