import { at, between, defineCases } from '../../core/cases.ts'
import { MARKET, MATURES, SPLIT, YT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_sell_yt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: MARKET, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    { before: [SPLIT, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      driftBps: 5,
      before: [SPLIT],
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'positions.0.token': YT,
        'tokens.0.deltaBaseUnits': between('6000000000000000000', '6400000000000000000'),
      },
    },
  ],
})
