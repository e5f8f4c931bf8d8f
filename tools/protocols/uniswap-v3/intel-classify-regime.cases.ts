import { defineCases } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_classify_regime`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // A swap every five minutes, there and back.
      name: 'a market that goes nowhere',
      params: SWAPPED,
      expect: { regime: 'calm', swapCount: 24 },
    },
    {
      // Moves of a few bps within seconds are enormous in a year.
      name: 'swaps of millions within a minute',
      before: othersSwap,
      params: { ...SWAPPED, blocks: 8 },
      expect: { regime: 'crisis', swapCount: 4 },
    },
  ],
})
