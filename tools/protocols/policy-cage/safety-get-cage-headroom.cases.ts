import { at, defineCases } from '../../core/cases.ts'
import { viewOf } from './cage-cases.ts'

const exposureOf = (token: string) => viewOf('positionValueUsdc(address) view returns (uint256)', [at(token)])

/** Cases of `safety_get_cage_headroom`. */
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
      roundTrips: 2,
      expect: {
        isPaused: false,
        'spend.capUsdcBaseUnits': '100000000000',
        'spend.usedUsdcBaseUnits': '1000000000',
        'spend.leftUsdcBaseUnits': '99000000000',
        'loss.usedUsdcBaseUnits': viewOf('windowLostUsdc() view returns (uint256)'),
        'unguarded.usedUsdcBaseUnits': '1000000000',
        'unguarded.leftUsdcBaseUnits': '4000000000',
        drawdownBps: viewOf('drawdownBps() view returns (uint256)'),
        isDrawdownBreached: false,
        riskFromSeconds: viewOf('lastRebalanceAt() view returns (uint256)'),
        'assets.1.symbol': 'USDC',
        'assets.1.leftUsdcBaseUnits': null,
        'assets.0.symbol': 'WETH',
        'assets.0.exposureUsdcBaseUnits': exposureOf('WETH'),
      },
    },
    {
      name: 'an exposure without a price is unknown',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '0' } }],
      expect: {
        drawdownBps: null,
        riskFromSeconds: 0,
        'assets.0.exposureUsdcBaseUnits': null,
        'assets.0.leftUsdcBaseUnits': null,
      },
    },
  ],
})
