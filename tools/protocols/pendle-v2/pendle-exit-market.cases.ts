import { at, between, callData, defineCases, kept, onChain } from '../../core/cases.ts'
import { FIXED, heldOf, JOINED, MARKET, MATURES, PT, SPLIT } from './origin-markets.ts'

const FACTORY = at('pendle-v2.marketFactory')
const CREATE =
  'function createNewMarket(address PT, int256 scalarRoot, int256 initialAnchor, uint80 lnFeeRateRoot)'
const TERMS = [PT, '40000000000000000000', '1100000000000000000', '1000000000000000']

/** Cases of `pendle_exit_market`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      // Another market of the same PT, which nobody has joined.
      before: [
        FIXED,
        { chain: onChain(FACTORY, `${CREATE} view returns (address market)`, TERMS), keep: 'empty' },
        { send: { from: 'trader', to: FACTORY, data: callData(CREATE, TERMS) } },
      ],
      params: { market: kept('empty') },
      code: 'PENDLE_NO_TRADE',
    },
  ],
  serves: [
    {
      name: 'LP, PT and YT at once',
      driftBps: 3,
      before: [JOINED, SPLIT],
      params: { market: MARKET },
      expect: { 'tokens.0.deltaBaseUnits': between('1998000000000000000000', '2000000000000000000000') },
      after: [{ chain: heldOf(PT, 'account'), expect: { '': '0' } }],
    },
    {
      name: 'PT and LP once they matured',
      driftBps: 3,
      before: [JOINED, FIXED, MATURES],
      params: { market: MARKET },
    },
  ],
})
