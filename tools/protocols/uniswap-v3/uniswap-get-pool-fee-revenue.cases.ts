import { defineCases, own } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `uniswap_get_pool_fee_revenue`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, toBlock: '99999999' }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      // 0.05 % of 240 000 USDC and of 65 WETH.
      before: othersSwap,
      params: { ...SWAPPED, blocks: 8 },
      expect: {
        swapCount: 4,
        fees0BaseUnits: '120000000',
        fees1BaseUnits: '32500000000000000',
        liquidityFees0BaseUnits: own('fees0BaseUnits'),
      },
    },
  ],
})
