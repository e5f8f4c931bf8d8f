import { between, defineCases, own } from '../../core/cases.ts'
import { SWAPPED } from './swap-steps.ts'

const VALUE = { valueIn1BaseUnits: '100000000000000000000' }

/** Cases of `intel_optimize_lp_range`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, ...VALUE, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, valueIn1BaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SWAPPED, ...VALUE, halfWidthsTicks: [0] }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, ...VALUE, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      // The origin's price moves within a tick spacing: the narrowest range that holds it earns the most.
      params: { ...SWAPPED, ...VALUE, halfWidthsTicks: [2000, 200] },
      expect: {
        bestHalfWidthTicks: 200,
        'widths.0.rebalances': 0,
        'widths.1.rebalances': 0,
        'widths.1.feesIn1BaseUnits': between(own('widths.0.feesIn1BaseUnits'), '1000000000000000000'),
      },
    },
  ],
})
