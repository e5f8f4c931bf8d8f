import { between, defineCases, kept, sum } from '../../core/cases.ts'
import { keepSwaps, othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_compute_markout`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, horizonsSeconds: [] }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      before: [...othersSwap, keepSwaps],
      params: { ...SWAPPED, blocks: 8, horizonsSeconds: [0, 86400] },
      expect: {
        'markouts.0.swapCount': 4,
        'markouts.0.volume1BaseUnits': sum(
          kept('swapped.swaps.0.amountInBaseUnits'),
          kept('swapped.swaps.1.amountOutBaseUnits'),
          kept('swapped.swaps.2.amountInBaseUnits'),
          kept('swapped.swaps.3.amountOutBaseUnits'),
        ),
        // The fee of 5 bps less what each swap moved the price against it.
        'markouts.0.gainBps': between(0, 5),
        'markouts.1.swapCount': 0,
        'markouts.1.gainIn1BaseUnits': '0',
      },
    },
  ],
})
