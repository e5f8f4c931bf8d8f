import { defineCases, kept } from '../../core/cases.ts'
import { keepSwaps, othersSwap } from './swap-steps.ts'

/** Cases of `intel_detect_sandwich`. */
export const CASES = defineCases({
  refuses: [
    { params: { hash: `0x${'11'.repeat(32)}` }, code: 'NOT_FOUND' },
    { params: { hash: '0x11' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // One that comes before and one after, in blocks of their own, are no sandwich.
      name: 'a swap alone in its block',
      before: [...othersSwap, keepSwaps],
      params: { hash: kept('swapped.swaps.1.transactionHash') },
      roundTrips: 4,
      expect: {
        isSandwiched: false,
        poolsJudged: 1,
        sandwiches: [],
        blockNumber: kept('swapped.swaps.1.blockNumber'),
      },
    },
  ],
})
