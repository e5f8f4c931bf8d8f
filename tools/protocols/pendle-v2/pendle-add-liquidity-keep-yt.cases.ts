import { at, between, defineCases } from '../../core/cases.ts'
import { heldOf, JOINED, MARKET, MATURES, YT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_add_liquidity_keep_yt`. */
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
      expect: { 'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`, 'positions.length': 2 },
      after: [
        {
          chain: heldOf(YT, 'account'),
          expect: { '': between('249000000000000000000', '251000000000000000000') },
        },
      ],
    },
  ],
})
