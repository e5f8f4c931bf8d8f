import { defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED, unitsOf } from './past-steps.ts'

const USDC_BESIDE = {
  tool: 'aave_supply_collateral',
  params: { token: 'USDC', amountBaseUnits: '1500000000' },
  driftBps: 1,
} as const

/** Cases of `aave_repay_with_atokens`. */
export const CASES = defineCases({
  refuses: [
    { before: [SUPPLIED], params: { token: 'WETH', amountBaseUnits: '1' }, code: 'NOTHING_THERE' },
    { before: BORROWED, params: { token: 'USDC', amountBaseUnits: '1' }, code: 'NOTHING_THERE' },
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
  ],
  serves: [
    {
      name: 'a part',
      driftBps: 1,
      before: [...BORROWED, USDC_BESIDE],
      params: { token: 'USDC', amountBaseUnits: '1000000000' },
      plan: { 'calls.length': 1 },
      expect: { tokens: [], 'positions.0.side': 'owed', 'positions.1.side': 'supplied' },
    },
    {
      name: 'no more than is supplied',
      driftBps: 1,
      before: [...BORROWED, USDC_BESIDE],
      params: { token: 'USDC', amountBaseUnits: '9000000000' },
    },
    {
      name: 'all that is owed, the interest up to the block included',
      driftBps: 1,
      before: [...BORROWED, { ...USDC_BESIDE, params: { token: 'USDC', amountBaseUnits: '2500000000' } }],
      params: { token: 'USDC', amountBaseUnits: '2500000000' },
      after: [{ chain: unitsOf('account', 'USDC', 'variableDebtTokenAddress'), expect: { '': '0' } }],
    },
  ],
})
