import { at, defineCases } from '../../core/cases.ts'
import { BORROWED } from './past-steps.ts'

const DEBT = { from: 'USDC', to: 'DAI', amountBaseUnits: '1000000000000000000000' }

/** Cases of `aave_swap_debt`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...DEBT, to: 'USDC' }, code: 'SAME_TOKEN' },
    { params: DEBT, code: 'NOTHING_THERE' },
    { params: { ...DEBT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: BORROWED, params: { ...DEBT, leastHealthFactor: '4' }, code: 'HEALTH_FACTOR_TOO_LOW' },
    // In between both are owed, and a siloed one is lent beside no other.
    { before: BORROWED, params: { ...DEBT, to: 'WBTC', amountBaseUnits: '100000' }, code: 'BORROW_REFUSED' },
  ],
  serves: [
    {
      driftBps: 100,
      before: BORROWED,
      params: { ...DEBT, slippageBps: 100 },
      roundTrips: 4,
      // Borrow; approve and sell; approve and repay.
      plan: { 'calls.length': 5 },
      expect: {
        'positions.length': 2,
        'positions.0.token': at('DAI'),
        'positions.0.side': 'owed',
        'positions.1.token': at('USDC'),
      },
    },
  ],
})
