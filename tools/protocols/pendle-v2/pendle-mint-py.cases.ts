import { at, defineCases } from '../../core/cases.ts'
import { heldOf, MARKET, MATURES, PT, SPLIT, YT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_mint_py`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [SPLIT, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      name: 'as many PT as YT',
      driftBps: 1,
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'positions.length': 2,
        'positions.0.deltaBaseUnits': heldOf(YT, 'account'),
        'positions.1.deltaBaseUnits': heldOf(PT, 'account'),
      },
    },
  ],
})
