import { balanceOf, defineCases } from '../../core/cases.ts'

/** Cases of `safety_liquidate_holdings`. */
export const CASES = defineCases({
  refuses: [{ params: {}, code: 'HALT_NOT_LATCHED' }],
  serves: [
    {
      name: 'what the guardian does not sign for stays, and is named',
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      expect: {
        status: 'disarmed',
        isComplete: false,
        'residual.isPaused': true,
        'residual.exposures.0': { asset: 'WETH', baseUnits: balanceOf('WETH', 'account') },
      },
    },
  ],
})
