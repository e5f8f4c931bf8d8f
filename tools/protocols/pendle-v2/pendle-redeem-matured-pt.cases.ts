import { at, between, defineCases } from '../../core/cases.ts'
import { FIXED, MARKET, MATURES, PT, WRAPPED } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_redeem_matured_pt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [FIXED], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_NOT_MATURED' },
    {
      before: [WRAPPED, MATURES],
      params: { market: MARKET, amountBaseUnits },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [FIXED, MATURES],
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'positions.0.token': PT,
        'tokens.0.deltaBaseUnits': between('499999000000000000000', amountBaseUnits),
      },
    },
  ],
})
