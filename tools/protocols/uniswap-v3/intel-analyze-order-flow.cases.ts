import { at, between, defineCases, kept, own, sum } from '../../core/cases.ts'
import { keepSwaps, othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_analyze_order_flow`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, limit: 0 }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'two traders',
      before: [...othersSwap, keepSwaps],
      params: { ...SWAPPED, blocks: 8 },
      // The trader bought WETH twice and is the larger one; the whale sold 65.
      expect: {
        traderCount: 2,
        'traders.0.trader': at('trader'),
        'traders.0.bought1BaseUnits': '0',
        'traders.0.sold1BaseUnits': sum(
          kept('swapped.swaps.1.amountOutBaseUnits'),
          kept('swapped.swaps.3.amountOutBaseUnits'),
        ),
        'traders.1.trader': at('whale'),
        'traders.1.bought1BaseUnits': '65000000000000000000',
        'traders.1.turnsWithinBlock': 0,
        volume1BaseUnits: sum(own('traders.0.sold1BaseUnits'), own('traders.1.bought1BaseUnits')),
        // Between equal halves and one alone.
        concentrationBps: between(5000, 5100),
      },
    },
    {
      name: 'one trader alone',
      before: othersSwap.slice(0, 1),
      params: { ...SWAPPED, blocks: 2, limit: 1 },
      expect: { concentrationBps: 10000, netBought1BaseUnits: '40000000000000000000' },
    },
  ],
})
