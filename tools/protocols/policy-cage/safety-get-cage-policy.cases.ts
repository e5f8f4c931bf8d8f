import { at, defineCases } from '../../core/cases.ts'
import { assetOf, MINTED, policyOf } from './cage-cases.ts'

/** Cases of `safety_get_cage_policy`. */
export const CASES = defineCases({
  refuses: [{ params: { cage: at('account') }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [MINTED],
      roundTrips: 1,
      expect: {
        cage: at('account'),
        owner: policyOf('owner'),
        operator: at('operator'),
        guardian: at('guardian'),
        isPaused: false,
        maxDrawdownBps: 1_000,
        maxLossBps: 100,
        maxStaleExitLossBps: 2_000,
        minRebalanceIntervalSeconds: 0,
        loosenDelaySeconds: 172_800,
        windowSpendCapUsdcBaseUnits: '100000000000',
        windowLossCapUsdcBaseUnits: '5000000000',
        hotLaneUsdcBaseUnits: '5000000000',
        minHealthWad: '1100000000000000000',
        wrappedNative: at('WETH'),
        'assets.1.token': assetOf('USDC', 'token'),
        'assets.1.symbol': 'USDC',
        'assets.1.capUsdcBaseUnits': null,
        'assets.1.isBase': true,
        'assets.0.token': at('WETH'),
        'assets.0.feed': at('feed.WETH'),
        'assets.0.maxStalenessSeconds': assetOf('WETH', 'maxStalenessSeconds'),
        'assets.0.capUsdcBaseUnits': '150000000000',
        'positions.length': 1,
        'positions.0.healthWad': null,
        'positions.0.isReadable': true,
      },
    },
  ],
})
