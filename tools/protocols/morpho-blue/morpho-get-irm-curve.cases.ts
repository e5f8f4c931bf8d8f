import { at, defineCases, onChain, own } from '../../core/cases.ts'
import { NO_MARKET, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_get_irm_curve`. */
export const CASES = defineCases({
  refuses: [{ params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' }],
  serves: [
    {
      params: { market: WETH_USDC },
      expect: {
        bookedRateAtTargetWad: onChain(
          at('morpho-blue.irm'),
          'function rateAtTarget(bytes32) view returns (int256)',
          [WETH_USDC],
        ),
        targetUtilisationBps: 9000,
        'points.3.utilisationBps': 9000,
        'points.3.rateWad': own('rateAtTargetWad'),
        rateAtTargetApyBps: { $between: [380, 420] },
      },
    },
  ],
})
