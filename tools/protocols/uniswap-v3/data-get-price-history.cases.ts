import { defineCases, kept, sum } from '../../core/cases.ts'
import { keepSwaps, othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `data_get_price_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, intervalSeconds: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one candle of all that was swapped',
      before: [...othersSwap, keepSwaps],
      params: { ...SWAPPED, blocks: 8, intervalSeconds: 86400 },
      // A sale of WETH raises the price of USDC: the first one opens, the second sinks it the deepest.
      expect: {
        totalFound: 1,
        'candles.0.open0In1': kept('swapped.swaps.0.price0In1'),
        'candles.0.high0In1': kept('swapped.swaps.0.price0In1'),
        'candles.0.low0In1': kept('swapped.swaps.1.price0In1'),
        'candles.0.close0In1': kept('swapped.swaps.3.price0In1'),
        'candles.0.volume0BaseUnits': sum(
          kept('swapped.swaps.0.amountOutBaseUnits'),
          kept('swapped.swaps.1.amountInBaseUnits'),
          kept('swapped.swaps.2.amountOutBaseUnits'),
          kept('swapped.swaps.3.amountInBaseUnits'),
        ),
        'candles.0.swapCount': 4,
      },
    },
    {
      // The origin's past: a swap every five minutes for two hours.
      name: 'a candle each five minutes',
      params: { ...SWAPPED, limit: 3 },
      expect: {
        totalFound: 24,
        'candles.length': 3,
        'candles.1.open0In1': { $own: 'candles.0.close0In1' },
        'candles.2.startSeconds': sum({ $own: 'candles.1.startSeconds' }, 300),
      },
    },
  ],
})
