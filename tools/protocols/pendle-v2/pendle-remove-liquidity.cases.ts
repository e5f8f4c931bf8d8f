import { at, between, defineCases } from '../../core/cases.ts'
import { JOINED, MARKET, MATURES } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_remove_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: MARKET, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      driftBps: 3,
      before: [JOINED],
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'positions.0.token': MARKET,
        'positions.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'tokens.0.deltaBaseUnits': between('990000000000000000000', '996000000000000000000'),
      },
    },
    {
      name: 'once it matured',
      driftBps: 3,
      before: [JOINED, MATURES],
      params: { market: MARKET, amountBaseUnits },
    },
  ],
})
