import { at, between, defineCases } from '../../core/cases.ts'
import { MARKET, MATURES, SPLIT, YT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_buy_yt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [SPLIT, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
    { params: { market: MARKET, amountBaseUnits: `${amountBaseUnits}0000` }, code: 'PENDLE_NO_TRADE' },
  ],
  serves: [
    {
      name: 'many for little',
      driftBps: 5,
      params: { market: MARKET, amountBaseUnits: '10000000000000000000' },
      expect: {
        'positions.0.token': YT,
        'positions.0.deltaBaseUnits': between('770000000000000000000', '810000000000000000000'),
      },
    },
  ],
})
