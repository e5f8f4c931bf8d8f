import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

const HEDGE = {
  collateral: 'USDC',
  debt: 'WETH',
  collateralBaseUnits: '6000000000',
  deltaBaseUnits: '1000000000000000000',
  slippageBps: 100,
}

/** Cases of `aave_open_hedge`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...HEDGE, deltaBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...HEDGE, debt: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...HEDGE, deltaBaseUnits: '2000000000000000000' }, code: 'HEALTH_FACTOR_TOO_LOW' },
    { params: { ...HEDGE, leastHealthFactor: '1.8' }, code: 'HEALTH_FACTOR_TOO_LOW' },
    // A siloed token beside another debt, and more than the reserve has.
    { before: BORROWED, params: { ...HEDGE, debt: 'WBTC', deltaBaseUnits: '1000' }, code: 'BORROW_REFUSED' },
    { params: { ...HEDGE, deltaBaseUnits: '50000000000000000000000' }, code: 'INSUFFICIENT_LIQUIDITY' },
    // What is isolated serves neither by itself nor beside other collateral.
    { params: { ...HEDGE, collateral: 'USDT' }, code: 'NOT_COLLATERAL' },
    { before: [SUPPLIED], params: { ...HEDGE, collateral: 'USDT' }, code: 'NOT_COLLATERAL' },
  ],
  serves: [
    {
      driftBps: 100,
      params: HEDGE,
      plan: { 'calls.length': 5 },
      expect: {
        'positions.length': 2,
        'positions.0.token': at('USDC'),
        'positions.1.token': at('WETH'),
        'positions.1.side': 'owed',
      },
    },
  ],
})
