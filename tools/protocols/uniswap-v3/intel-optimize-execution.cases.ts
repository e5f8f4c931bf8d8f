import { at, between, defineCases, own } from '../../core/cases.ts'
import { quotedInput } from './quoter-views.ts'

const SALE = { tokenIn: 'WETH', tokenOut: 'USDC', feeTier: 500, amountInBaseUnits: '500000000000000000000' }

/** Cases of `intel_optimize_execution`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SALE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SALE, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SALE, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SALE, amountInBaseUnits: '1000000000000000000000000000' }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'the impact alone: as many slices as there may be',
      params: { ...SALE, aversionBps: 0 },
      expect: {
        bestSlices: 20,
        sliceInBaseUnits: '25000000000000000000',
        'schedules.0.amountOutBaseUnits': quotedInput(at('WETH'), at('USDC'), 500, SALE.amountInBaseUnits, 0),
        'schedules.0.priceRiskBaseUnits': '0',
        'schedules.1.impactCostBaseUnits': between(
          own('schedules.19.impactCostBaseUnits'),
          own('schedules.0.impactCostBaseUnits'),
        ),
      },
    },
    {
      name: 'a price that may move between them: fewer',
      params: { ...SALE, intervalSeconds: 86400, aversionBps: 100000 },
      expect: { bestSlices: between(1, 19) },
    },
  ],
})
