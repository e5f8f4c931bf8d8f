import { defineCases } from '../../core/cases.ts'
import { LATER_MARKET, MARKET, PT, stateOf } from './origin-markets.ts'

/** Cases of `pendle_list_markets`. */
export const CASES = defineCases({
  refuses: [
    { params: { blocks: 0 }, code: 'INVALID_PARAMS' },
    { params: { limit: 21 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'both of the origin, each once',
      params: {},
      expect: {
        totalFound: 2,
        'markets.length': 2,
        'markets.0.market': MARKET,
        'markets.0.principalToken': PT,
        'markets.0.expirySeconds': 1_805_155_200,
        'markets.0.isListed': true,
        'markets.0.totalPtBaseUnits': stateOf(MARKET, 'totalPt'),
        'markets.1.market': LATER_MARKET,
        'markets.1.expirySeconds': 1_820_707_200,
        'markets.1.totalLpBaseUnits': stateOf(LATER_MARKET, 'totalLp'),
      },
    },
    {
      name: 'those that are known, whatever the logs say',
      params: { blocks: 1 },
      expect: { totalFound: 2, 'markets.length': 2 },
    },
  ],
})
