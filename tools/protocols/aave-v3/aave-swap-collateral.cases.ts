import { at, defineCases } from '../../core/cases.ts'
import { BORROWED } from './past-steps.ts'

const HALF_A_COIN = { from: 'WETH', to: 'DAI', amountBaseUnits: '500000000000000000' }

/** Cases of `aave_swap_collateral`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...HALF_A_COIN, to: 'ETH' }, code: 'SAME_TOKEN' },
    { params: HALF_A_COIN, code: 'NOTHING_THERE' },
    { params: { ...HALF_A_COIN, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      before: BORROWED,
      params: { ...HALF_A_COIN, amountBaseUnits: '3000000000000000000' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    {
      before: BORROWED,
      params: { ...HALF_A_COIN, slippageBps: 100, leastHealthFactor: '100' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
  ],
  serves: [
    {
      driftBps: 100,
      before: BORROWED,
      params: { ...HALF_A_COIN, slippageBps: 100 },
      roundTrips: 4,
      // Withdraw; approve and sell; approve and supply.
      plan: { 'calls.length': 5 },
      expect: {
        'positions.length': 2,
        'positions.0.token': at('WETH'),
        'positions.1.token': at('DAI'),
      },
    },
  ],
})
