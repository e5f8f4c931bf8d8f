import { at, between, defineCases } from '../../core/cases.ts'
import { EARNS, MARKET, SPLIT } from './origin-markets.ts'

/** Cases of `pendle_claim_yield`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET }, code: 'PENDLE_NOTHING_DUE' },
  ],
  serves: [
    {
      driftBps: 3,
      before: [SPLIT, EARNS],
      params: { market: MARKET },
      expect: {
        'positions.length': 0,
        'tokens.0.token': at('DAI'),
        // A hundredth of 1 000 DAI, less the fee.
        'tokens.0.deltaBaseUnits': between('9690000000000000000', '9700000000000000000'),
      },
    },
  ],
})
