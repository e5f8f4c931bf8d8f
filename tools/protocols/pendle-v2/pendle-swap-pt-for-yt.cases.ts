import { at, between, defineCases } from '../../core/cases.ts'
import { heldOf, MARKET, MATURES, PT, SPLIT, YT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_swap_pt_for_yt`. */
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
      params: { market: MARKET, amountBaseUnits: '5000000000000000000' },
      expect: { 'tokens.length': 0, 'positions.length': 2 },
      after: [
        {
          chain: heldOf(PT, 'account'),
          expect: { '': between('994000000000000000000', '995000000000000000000') },
        },
        {
          chain: heldOf(YT, 'account'),
          expect: { '': between('1370000000000000000000', '1410000000000000000000') },
        },
      ],
    },
  ],
})
