import { at, defineCases } from '../../core/cases.ts'

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
