import { between, defineCases } from '../../core/cases.ts'
import { othersSwap } from './swap-steps.ts'

const PAIR = { tokenA: 'USDC', tokenB: 'WETH' }

/** Cases of `intel_compare_venues`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { tokenA: 'USDT', tokenB: 'WBTC' }, code: 'POOL_NOT_FOUND' },
    { params: { ...PAIR, sizesIn1BaseUnits: ['2', '1'] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // Of four swaps the first has no price before it; one is of some 10 WETH.
      name: 'by size',
      before: othersSwap,
      params: { ...PAIR, blocks: 8, sizesIn1BaseUnits: ['15000000000000000000'] },
      expect: {
        'venues.length': 2,
        'venues.0.classes.0.swapCount': 1,
        'venues.0.classes.1.swapCount': 2,
        // The fee of 5 bps and half of what the swap moved the price.
        'venues.0.classes.1.effectiveSpreadBps': between(5, 30),
        'venues.0.classes.1.impactBps': between(1, 60),
        'venues.1.classes.0.swapCount': 0,
      },
    },
  ],
})
