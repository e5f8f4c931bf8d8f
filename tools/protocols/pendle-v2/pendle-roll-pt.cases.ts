import { at, defineCases } from '../../core/cases.ts'
import { FIXED, LATER_MARKET, MARKET, MATURES } from './origin-markets.ts'

const amountBaseUnits = '500000000000000000000'

/** Cases of `pendle_roll_pt`. */
export const CASES = defineCases({
  refuses: [
    { params: { from: at('trader'), to: LATER_MARKET, amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { from: MARKET, to: MARKET, amountBaseUnits }, code: 'INVALID_PARAMS' },
    { params: { from: MARKET, to: LATER_MARKET, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { from: MARKET, to: LATER_MARKET, amountBaseUnits }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [FIXED, MATURES],
      params: { from: MARKET, to: LATER_MARKET, amountBaseUnits },
      code: 'PENDLE_MATURED',
    },
  ],
  serves: [
    {
      driftBps: 5,
      before: [FIXED],
      roundTrips: 5,
      params: { from: MARKET, to: LATER_MARKET, amountBaseUnits },
      expect: { 'tokens.length': 0, 'positions.length': 3 },
    },
  ],
})
