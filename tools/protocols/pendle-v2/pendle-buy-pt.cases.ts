import { at, between, defineCases } from '../../core/cases.ts'
import { FIXED, LATER_MARKET, MARKET, MATURES, PT } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_buy_pt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { before: [FIXED, MATURES], params: { market: MARKET, amountBaseUnits }, code: 'PENDLE_MATURED' },
  ],
  serves: [
    {
      name: 'for less than what it pays at maturity',
      driftBps: 3,
      params: { market: MARKET, amountBaseUnits },
      expect: {
        'tokens.0.token': at('DAI'),
        'tokens.0.deltaBaseUnits': `-${amountBaseUnits}`,
        'positions.0.token': PT,
        'positions.0.deltaBaseUnits': between('506000000000000000000', '506700000000000000000'),
      },
    },
    {
      name: 'of the later market, for still less',
      driftBps: 3,
      params: { market: LATER_MARKET, amountBaseUnits, slippageBps: 10 },
      expect: { 'positions.0.deltaBaseUnits': between('524000000000000000000', '527000000000000000000') },
    },
  ],
})
