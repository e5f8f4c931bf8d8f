import { defineCases } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const oneWay = [othersSwap[0], othersSwap[2]].flatMap((step) => step ?? [])

/** Cases of `intel_compute_vpin`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, buckets: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all in one direction',
      before: oneWay,
      params: { ...SWAPPED, blocks: 4, buckets: 4 },
      // 65 WETH bought USDC, which is token0.
      expect: {
        vpinBps: 10000,
        bucketBaseUnits: '16250000000000000000',
        'buckets.length': 4,
        'buckets.3.sold1BaseUnits': '0',
      },
    },
    {
      name: 'buckets of one swap each',
      before: [...othersSwap.slice(0, 1), ...othersSwap.slice(0, 1)],
      params: { ...SWAPPED, blocks: 4, buckets: 2 },
      expect: {
        'buckets.0.bought1BaseUnits': '40000000000000000000',
        'buckets.1.bought1BaseUnits': '40000000000000000000',
      },
    },
  ],
})
