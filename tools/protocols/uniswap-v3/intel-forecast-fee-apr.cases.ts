import { between, defineCases, own } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const VALUE = { valueIn1BaseUnits: '10000000000000000000' }

/** Cases of `intel_forecast_fee_apr`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, ...VALUE, rangeTicks: 500, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, rangeTicks: 500, valueIn1BaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SWAPPED, ...VALUE, tickLower: 5, tickUpper: 10 }, code: 'INVALID_RANGE' },
    { params: { ...SWAPPED, ...VALUE, rangeTicks: 500, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a range around the price',
      before: othersSwap,
      params: { ...SWAPPED, ...VALUE, rangeTicks: 500, blocks: 8 },
      expect: { isInRange: true, shareBps: between(1, 100), feeAprBps: between(1, '100000000') },
    },
    {
      name: 'a range beside it',
      before: othersSwap,
      params: { ...SWAPPED, ...VALUE, tickLower: 100000, tickUpper: 101000, blocks: 8 },
      expect: { isInRange: false, feesIn1BaseUnits: '0', feeAprBps: 0, shareBps: own('feeAprBps') },
    },
  ],
})
