import { at, defineCases } from '../../core/cases.ts'
import { assetOf, loosens, viewOf } from './cage-cases.ts'

const IS_ASSET = viewOf('isAsset(address) view returns (bool)', [at('NOPRICE')])

/** Cases of `safety_add_cage_asset`. */
export const CASES = defineCases({
  refuses: [
    {
      params: {
        token: 'USDX',
        feed: at('feed.USDC'),
        maxStalenessSeconds: 60,
        capUsdcBaseUnits: '1',
        isBase: false,
        step: 'queue',
      },
      code: 'UNKNOWN_TOKEN',
    },
  ],
  serves: [
    loosens(
      'safety_add_cage_asset',
      {
        token: 'NOPRICE',
        feed: at('feed.USDC'),
        maxStalenessSeconds: 60,
        capUsdcBaseUnits: '770000',
        isBase: false,
      },
      {
        before: [[IS_ASSET, false]],
        after: [
          [IS_ASSET, true],
          [assetOf(-1, 'capUsdc'), '770000'],
          [assetOf(-1, 'token'), at('NOPRICE')],
          [assetOf(-1, 'feed'), at('feed.USDC')],
        ],
      },
    ),
  ],
})
