import { between, defineCases } from '../../core/cases.ts'
import { BORROWED, SUPPLIED } from './past-steps.ts'

const LOOP = { collateral: 'WETH', debt: 'USDC', slippageBps: 100 }

/** Cases of `aave_deleverage_to_target`. */
export const CASES = defineCases({
  refuses: [
    { before: [SUPPLIED], params: { ...LOOP, targetHealthFactor: '2' }, code: 'NOTHING_THERE' },
    { before: BORROWED, params: { ...LOOP, targetHealthFactor: '2' }, code: 'NOTHING_THERE' },
    { params: { ...LOOP, targetHealthFactor: '0.5' }, code: 'INVALID_PARAMS' },
    { params: { ...LOOP, debt: 'WETH', targetHealthFactor: '2' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      driftBps: 100,
      before: [
        SUPPLIED,
        { tool: 'aave_borrow_asset', params: { token: 'USDC', amountBaseUnits: '6000000000' }, driftBps: 1 },
      ],
      params: { ...LOOP, targetHealthFactor: '2.5' },
      expect: { 'positions.length': 2 },
      after: [
        {
          tool: 'aave_get_health_factor',
          expect: { healthFactor: between(2.49, 2.53) },
        },
      ],
    },
  ],
})
