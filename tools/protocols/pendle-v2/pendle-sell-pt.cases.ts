import { at, between, defineCases } from '../../core/cases.ts'
import { FIXED, MARKET, MATURES, PT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_sell_pt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: MARKET, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    { before: [FIXED, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      driftBps: 3,
      before: [FIXED],
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'positions.0.token': PT,
        'positions.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'tokens.0.deltaBaseUnits': between('493500000000000000000', '494000000000000000000'),
      },
    },
  ],
})
