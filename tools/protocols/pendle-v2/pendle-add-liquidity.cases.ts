import { at, defineCases } from '../../core/cases.ts'
import { heldOf, JOINED, MARKET, MATURES } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_add_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [JOINED, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      driftBps: 3,
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'positions.0.token': MARKET,
        'positions.0.deltaBaseUnits': heldOf(MARKET, 'account'),
      },
    },
  ],
})
