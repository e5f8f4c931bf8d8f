import { between, defineCases } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const VALUE = { valueIn1BaseUnits: '10000000000000000000' }

/** Cases of `intel_backtest_lp_range`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, ...VALUE, rangeTicks: 500, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, ...VALUE }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, ...VALUE, tickLower: 5, tickUpper: 10 }, code: 'INVALID_RANGE' },
    { params: { ...SWAPPED, rangeTicks: 500, valueIn1BaseUnits: '0' }, code: 'INVALID_RANGE' },
    { params: { ...SWAPPED, ...VALUE, rangeTicks: 500, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'in range all the time',
      before: othersSwap,
      params: { ...SWAPPED, ...VALUE, rangeTicks: 2000, blocks: 8 },
      expect: {
        swapCount: 4,
        inRangeBps: 10000,
        exits: 0,
        heldIn1BaseUnits: between('9900000000000000000', '10100000000000000000'),
        feesIn1BaseUnits: between('1', '10000000000000000'),
      },
    },
    {
      name: 'never in range',
      before: othersSwap,
      params: { ...SWAPPED, ...VALUE, tickLower: 100000, tickUpper: 101000, blocks: 8 },
      expect: { inRangeBps: 0, fees0BaseUnits: '0', fees1BaseUnits: '0', lvrIn1BaseUnits: '0' },
    },
  ],
})
