import { at, between, defineCases, matching } from '../../core/cases.ts'
import { MARKET, PT, YT } from './origin-markets.ts'

const amountBaseUnits = '1000000000000000000000'

/** Cases of `pendle_quote_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader'), from: 'pt', to: 'yt', amountBaseUnits }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: MARKET, from: 'pt', to: 'pt', amountBaseUnits }, code: 'SAME_TOKEN' },
    { params: { market: MARKET, from: 'pt', to: 'yt', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    {
      params: { market: MARKET, from: 'pt', to: 'asset', amountBaseUnits: `${amountBaseUnits}000000` },
      code: 'PENDLE_NO_TRADE',
    },
  ],
  serves: [
    {
      name: 'PT, which locks in the yield',
      params: { market: MARKET, from: 'asset', to: 'pt', amountBaseUnits },
      expect: {
        tokenIn: at('DAI'),
        tokenOut: PT,
        // At 0.9873 each, less the fee.
        amountOutBaseUnits: between('1012500000000000000000', '1012900000000000000000'),
        impliedApyAfter: matching('^0\\.079'),
      },
    },
    {
      name: 'YT, by which the yield rises',
      params: { market: MARKET, from: 'asset', to: 'yt', amountBaseUnits: '10000000000000000000' },
      expect: {
        tokenOut: YT,
        // At 0.0127 each.
        amountOutBaseUnits: between('770000000000000000000', '800000000000000000000'),
        impliedApyAfter: matching('^0\\.0799'),
      },
    },
    {
      name: 'PT for YT',
      params: { market: MARKET, from: 'pt', to: 'yt', amountBaseUnits: '10000000000000000000' },
      expect: { tokenIn: PT, tokenOut: YT },
    },
  ],
})
