import { at, defineCases } from '../../core/cases.ts'
import { BORROWED } from './past-steps.ts'

const OPEN = {
  collateral: 'WETH',
  debt: 'USDC',
  amountBaseUnits: '1000000000000000000',
  leverageBps: 20_000,
  slippageBps: 100,
}

/** Cases of `aave_open_leverage_loop`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...OPEN, debt: 'WETH' }, code: 'SAME_TOKEN' },
    { params: { ...OPEN, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...OPEN, leverageBps: 90_000 }, code: 'INVALID_PARAMS' },
    { params: { ...OPEN, leverageBps: 30_000, leastHealthFactor: '2' }, code: 'HEALTH_FACTOR_TOO_LOW' },
    { params: { ...OPEN, collateral: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' },
    { before: BORROWED, params: { ...OPEN, debt: 'WBTC' }, code: 'BORROW_REFUSED' },
    { params: { ...OPEN, collateral: 'USDT', amountBaseUnits: '1000000000' }, code: 'NOT_COLLATERAL' },
  ],
  serves: [
    {
      name: 'two times, in two rounds',
      driftBps: 100,
      params: OPEN,
      expect: { 'positions.length': 2, 'positions.0.token': at('WETH'), 'positions.1.side': 'owed' },
      after: [
        {
          tool: 'aave_get_user_reserves',
          expect: { 'reserves.0.isCollateral': true, 'reserves.length': 2 },
        },
      ],
    },
    {
      name: 'half as much again, in one round, beside what is there',
      driftBps: 100,
      before: [{ tool: 'aave_open_leverage_loop', params: OPEN, driftBps: 100 }],
      params: { ...OPEN, leverageBps: 15_000 },
      plan: { 'calls.length': 8 },
    },
  ],
})
