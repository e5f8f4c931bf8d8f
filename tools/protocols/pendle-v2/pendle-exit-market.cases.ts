import { at, between, defineCases } from '../../core/cases.ts'
import { FIXED, heldOf, JOINED, MARKET, MATURES, PT, SPLIT } from './origin-markets.ts'

/** Cases of `pendle_exit_market`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET }, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      name: 'LP, PT and YT at once',
      driftBps: 3,
      before: [JOINED, SPLIT],
      params: { market: MARKET },
      expect: { 'tokens.0.deltaBaseUnits': between('1998000000000000000000', '2000000000000000000000') },
      after: [{ chain: heldOf(PT, 'account'), expect: { '': '0' } }],
    },
    {
      name: 'PT and LP once they matured',
      driftBps: 3,
      before: [JOINED, FIXED, MATURES],
      params: { market: MARKET },
    },
  ],
})
