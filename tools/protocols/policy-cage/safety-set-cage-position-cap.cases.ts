import { defineCases } from '../../core/cases.ts'
import { assetOf, loosens, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_position_cap`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX', capUsdcBaseUnits: '0', step: 'apply' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    tightens({ token: 'ETH', capUsdcBaseUnits: '0' }, [[assetOf('WETH', 'capUsdc'), '0']]),
    loosens(
      'safety_set_cage_position_cap',
      { token: 'WETH', capUsdcBaseUnits: '160000000000' },
      {
        before: [[assetOf('WETH', 'capUsdc'), '150000000000']],
        after: [[assetOf('WETH', 'capUsdc'), '160000000000']],
      },
    ),
  ],
})
