import { at, between, callData, defineCases, kept, sum } from '../../core/cases.ts'
import { shows, viewOf } from './cage-cases.ts'

/** Cases of `wallet_absorb_cage_gift`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      before: [
        { tool: 'safety_get_cage_value', keep: 'before' },
        {
          send: {
            from: 'whale',
            to: at('USDC'),
            data: callData('function transfer(address, uint256)', [at('account'), '777000000']),
          },
        },
        ...shows([
          [viewOf('netAssetValueUsdc() view returns (uint256)'), kept('before.netAssetValueUsdcBaseUnits')],
        ]),
      ],
      params: { token: 'USDC' },
      expect: {
        token: at('USDC'),
        absorbedBaseUnits: '777000000',
        sharesWad: between('769000000000000000000', '785000000000000000000'),
      },
      after: shows([
        [
          viewOf('netAssetValueUsdc() view returns (uint256)'),
          sum(kept('before.netAssetValueUsdcBaseUnits'), '777000000'),
        ],
      ]),
    },
  ],
})
