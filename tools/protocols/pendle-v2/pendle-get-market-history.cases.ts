import { at, between, defineCases } from '../../core/cases.ts'
import { LATER_MARKET, MARKET } from './origin-markets.ts'

/** Cases of `pendle_get_market_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, limit: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a trade every five minutes, by turns',
      params: { market: MARKET, limit: 10 },
      expect: {
        market: MARKET,
        swaps: 24,
        // Twelve times 1 000 PT, and about as many for 987 DAI.
        ptVolumeBaseUnits: between('23980000000000000000000', '24020000000000000000000'),
        // The first liquidity, too.
        totalFound: 25,
        'rates.length': 10,
      },
    },
    {
      name: 'nobody trades in the later one',
      params: { market: LATER_MARKET },
      expect: { swaps: 0, ptVolumeBaseUnits: '0', totalFound: 1 },
    },
    {
      name: 'none in blocks without any',
      params: { market: MARKET, toBlock: '1', blocks: 1 },
      expect: { totalFound: 0, lowestImpliedApy: null, highestImpliedApy: null },
    },
  ],
})
