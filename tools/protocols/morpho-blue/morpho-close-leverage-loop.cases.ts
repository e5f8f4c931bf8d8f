import { defineCases } from '../../core/cases.ts'
import { BORROWED, NO_MARKET, POSTED, WETH_USDC } from './origin-markets.ts'

const NOTHING_LEFT = {
  tool: 'morpho_get_position',
  params: { market: WETH_USDC },
  expect: { collateralBaseUnits: '0', borrowShares: '0' },
}

/** Cases of `morpho_close_leverage_loop`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC }, code: 'INSUFFICIENT_LIQUIDITY' },
  ],
  serves: [
    {
      driftBps: 30,
      name: 'in one round',
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC },
      after: [NOTHING_LEFT],
    },
    {
      driftBps: 30,
      name: 'a loop of three times',
      before: [
        {
          tool: 'morpho_open_leverage_loop',
          params: { market: WETH_USDC, amountBaseUnits: '1000000000000000000', leverageBps: 30_000 },
          driftBps: 30,
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } },
      ],
      params: { market: WETH_USDC, slippageBps: 100 },
      after: [NOTHING_LEFT],
    },
  ],
})
