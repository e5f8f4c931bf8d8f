import { at, defineCases } from '../../core/cases.ts'
import { assetOf, loosens } from './cage-cases.ts'

/** Cases of `safety_set_cage_feed`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { token: 'USDX', feed: at('feed.WBTC'), maxStalenessSeconds: 60, step: 'queue' },
      code: 'UNKNOWN_TOKEN',
    },
  ],
  serves: [
    loosens(
      'safety_set_cage_feed',
      { token: 'WETH', feed: at('feed.WBTC'), maxStalenessSeconds: 60 },
      {
        before: [[assetOf('WETH', 'feed'), at('feed.WETH')]],
        after: [
          [assetOf('WETH', 'feed'), at('feed.WBTC')],
          [assetOf('WETH', 'maxStalenessSeconds'), '60'],
        ],
      },
    ),
  ],
})
