import { defineCases } from '../../core/cases.ts'
import { viewOf } from './cage-cases.ts'

/** Cases of `safety_list_cage_actions`. */
export const CASES = defineCases({
  refuses: [{ params: { limit: 201 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } },
        {
          tool: 'uniswap_execute_swap',
          params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '1000000000', feeTier: 500 },
        },
      ],
      params: { blocks: 100 },
      roundTrips: 2,
      expect: {
        totalFound: 2,
        'actions.0.effect': 'idle',
        'actions.1.effect': 'risk',
        'actions.1.outflowUsdcBaseUnits': viewOf('windowSpentUsdc() view returns (uint256)'),
        'actions.1.lossUsdcBaseUnits': viewOf('windowLostUsdc() view returns (uint256)'),
        'actions.1.netAssetValueUsdcBaseUnits': viewOf('netAssetValueUsdc() view returns (uint256)'),
        'actions.1.highWaterMarkWad': viewOf('highWaterMark() view returns (uint256)'),
      },
    },
    { name: 'nothing in the window', params: { toBlock: '1' }, expect: { totalFound: 0, actions: [] } },
  ],
})
