import { defineCases } from '../../core/cases.ts'
import { viewOf } from './cage-cases.ts'

/** Cases of `safety_get_cage_value`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDC' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_execute_swap',
          params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '1000000000', feeTier: 500 },
        },
      ],
      roundTrips: 1,
      expect: {
        isPriced: true,
        netAssetValueUsdcBaseUnits: viewOf('netAssetValueUsdc() view returns (uint256)'),
        valuePerShareWad: viewOf('valuePerShare() view returns (uint256)'),
        highWaterMarkWad: viewOf('highWaterMark() view returns (uint256)'),
        totalSharesWad: viewOf('totalShares() view returns (uint256)'),
        drawdownBps: viewOf('drawdownBps() view returns (uint256)'),
        isPokeDue: viewOf('isPokeDue() view returns (bool)'),
      },
    },
    {
      name: 'without a fresh price there is no value',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '0' } }],
      expect: {
        isPriced: false,
        netAssetValueUsdcBaseUnits: null,
        valuePerShareWad: null,
        highWaterMarkWad: viewOf('highWaterMark() view returns (uint256)'),
        drawdownBps: null,
        isPokeDue: null,
      },
    },
  ],
})
