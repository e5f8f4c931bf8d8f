import { at, between, defineCases } from '../../core/cases.ts'
import { unitsOf } from './past-steps.ts'

const SIDES = { collateral: 'USDC', debt: 'WETH', slippageBps: 100 }
const HEDGED = {
  tool: 'aave_open_hedge',
  params: { ...SIDES, collateralBaseUnits: '6000000000', deltaBaseUnits: '1000000000000000000' },
  driftBps: 100,
} as const

/** Cases of `aave_adjust_hedge`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SIDES, deltaBaseUnits: '0' }, code: 'NOTHING_THERE' },
    { params: { ...SIDES, debt: 'USDC', deltaBaseUnits: '1' }, code: 'SAME_TOKEN' },
    {
      before: [HEDGED],
      params: { ...SIDES, deltaBaseUnits: '1600000000000000000' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    {
      before: [HEDGED],
      params: { ...SIDES, deltaBaseUnits: '1200000000000000000', leastHealthFactor: '1.5' },
      code: 'HEALTH_FACTOR_TOO_LOW',
    },
    { before: [HEDGED], params: { ...SIDES, debt: 'WBTC', deltaBaseUnits: '1000' }, code: 'BORROW_REFUSED' },
  ],
  serves: [
    {
      name: 'to more',
      driftBps: 100,
      before: [HEDGED],
      params: { ...SIDES, deltaBaseUnits: '1200000000000000000' },
      expect: {
        'positions.0.token': at('WETH'),
        'positions.0.unitsDelta': between('199000000000000000', '201000000000000000'),
      },
    },
    {
      name: 'to less',
      driftBps: 100,
      before: [HEDGED],
      params: { ...SIDES, deltaBaseUnits: '400000000000000000' },
      expect: {
        'positions.0.token': at('WETH'),
        'positions.0.unitsDelta': between('-602000000000000000', '-598000000000000000'),
      },
    },
    {
      name: 'to nothing, with the interest up to the block',
      driftBps: 100,
      before: [HEDGED],
      params: { ...SIDES, deltaBaseUnits: '0' },
      after: [{ chain: unitsOf('account', 'WETH', 'variableDebtTokenAddress'), expect: { '': '0' } }],
    },
  ],
})
