import { at, defineCases, matching } from '../../core/cases.ts'
import { LATER_MARKET, MARKET } from './origin-markets.ts'

/** Cases of `pendle_get_oracle_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    // An average of minutes can be bent.
    { params: { market: MARKET, twapSeconds: 60 }, code: 'INVALID_PARAMS' },
    { params: { market: MARKET, twapSeconds: 604_800 }, code: 'PENDLE_NO_AVERAGE' },
  ],
  serves: [
    {
      name: 'what a cage reads',
      params: { market: MARKET },
      expect: {
        assetSymbol: 'DAI',
        twapSeconds: 1_800,
        ptInAssets: matching('^0\\.9875\\d{14}$'),
        ytInAssets: matching('^0\\.0124\\d{14}$'),
        // A LP is half a PT and half an SY, nearly twice 0.99 for one of the square root of both.
        lpInAssets: matching('^1\\.98'),
        ptPriceInAssets: matching('^0\\.987'),
        isDense: true,
      },
    },
    {
      name: 'over more than the origin keeps observations for',
      params: { market: LATER_MARKET, twapSeconds: 7_200 },
      expect: { isDense: false, ptInAssets: matching('^0\\.95') },
    },
  ],
})
