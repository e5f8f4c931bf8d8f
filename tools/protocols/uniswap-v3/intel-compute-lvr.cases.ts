import { between, defineCases, own } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_compute_lvr`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, referenceFeeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, toBlock: '99999999' }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: "by the pool's own price",
      before: othersSwap,
      params: { ...SWAPPED, blocks: 8 },
      // Fees of some 0.0725 WETH; each swap took less than that.
      expect: { pricedSwaps: 4, lvrIn1BaseUnits: between('1', own('feesIn1BaseUnits')) },
    },
    {
      // Until the first swap of the window the reference has no price.
      name: 'by a pool in which nobody traded',
      before: othersSwap,
      params: { ...SWAPPED, blocks: 8, referenceFeeTier: 3000 },
      expect: { pricedSwaps: 0, lvrIn1BaseUnits: '0', netIn1BaseUnits: '0' },
    },
  ],
})
