import { defineCases, kept } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

/** Cases of `intel_detect_jit_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAPPED, blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...SWAPPED, limit: 0 }, code: 'INVALID_PARAMS' },
    { params: { ...SWAPPED, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      // There for some swaps, but longer than a block.
      name: 'liquidity that stays for several blocks',
      before: [
        MINTED,
        ...othersSwap,
        { tool: 'intel_compute_lvr', params: { ...SWAPPED, blocks: 8 }, keep: 'lvr' },
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
        },
      ],
      params: { ...SWAPPED, blocks: 10 },
      expect: {
        swapCount: 4,
        totalFound: 0,
        jitShareBps: 0,
        feesIn1BaseUnits: kept('lvr.feesIn1BaseUnits'),
      },
    },
  ],
})
