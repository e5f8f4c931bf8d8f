import { at, defineCases, matching, onChain } from '../../core/cases.ts'
import { MARKET, SY } from './origin-markets.ts'

/** Cases of `pendle_get_sy_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { standardizedYield: at('trader') }, code: 'PENDLE_NOT_FOUND' },
    { params: { standardizedYield: MARKET }, code: 'PENDLE_NOT_FOUND' },
  ],
  serves: [
    {
      params: {},
      expect: {
        standardizedYield: SY,
        symbol: 'SY-sDAI',
        decimals: 18,
        totalSupplyBaseUnits: onChain(SY, 'function totalSupply() view returns (uint256)'),
        yieldToken: onChain(SY, 'function yieldToken() view returns (address)'),
        asset: at('DAI'),
        assetDecimals: 18,
        assetsPerSy: matching('^1\\.00000\\d{13}$'),
        'tokensIn.length': 2,
        'tokensIn.0': at('DAI'),
        'tokensOut.length': 2,
        'rewardTokens.length': 0,
      },
    },
  ],
})
