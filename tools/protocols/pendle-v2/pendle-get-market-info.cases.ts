import { at, defineCases, matching } from '../../core/cases.ts'
import { LATER_MARKET, MARKET, PT, SY, stateOf, YT } from './origin-markets.ts'

/** Cases of `pendle_get_market_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { market: SY }, code: 'PENDLE_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'a market that matures soon',
      params: { market: MARKET },
      expect: {
        market: MARKET,
        standardizedYield: SY,
        principalToken: PT,
        yieldToken: YT,
        asset: at('DAI'),
        assetSymbol: 'DAI',
        isMatured: false,
        isListed: true,
        totalPtBaseUnits: stateOf(MARKET, 'totalPt'),
        totalSyBaseUnits: stateOf(MARKET, 'totalSy'),
        totalLpBaseUnits: stateOf(MARKET, 'totalLp'),
        // 60 days, less the seconds of the origin's last day that had passed.
        daysToMaturity: matching('^59\\.66'),
        // It opened at 8 % for equal parts; PT for 0.0127 less than a DAI.
        impliedApy: matching('^0\\.079|^0\\.08'),
        ptPriceInAssets: matching('^0\\.987'),
        ytPriceInAssets: matching('^0\\.012'),
        feeApy: '0.000200',
        assetsPerSy: matching('^1\\.00000\\d{13}$'),
        assetsPerSyForPrincipal: matching('^1\\.00000\\d{13}$'),
      },
    },
    {
      name: 'a later one',
      params: { market: LATER_MARKET },
      expect: { totalPtBaseUnits: stateOf(LATER_MARKET, 'totalPt'), ptPriceInAssets: matching('^0\\.95') },
    },
  ],
})
