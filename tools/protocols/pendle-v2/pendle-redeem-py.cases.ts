import { at, between, defineCases } from '../../core/cases.ts'
import { MARKET, MATURES, SPLIT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_redeem_py`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: MARKET, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    { before: [SPLIT, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      driftBps: 1,
      before: [SPLIT],
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'tokens.0.token': at('DAI'),
        'tokens.0.deltaBaseUnits': between('499999000000000000000', amountBaseUnits),
        'positions.length': 2,
      },
    },
  ],
})
