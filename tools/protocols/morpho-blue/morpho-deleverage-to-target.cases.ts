import { between, defineCases, not } from '../../core/cases.ts'
import { BORROWED, NO_MARKET, POSTED, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_deleverage_to_target`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, targetLtvBps: 1 }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, targetLtvBps: 1 }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, targetLtvBps: 2_600 },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      driftBps: 30,
      name: 'in one round',
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, targetLtvBps: 1_000 },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WETH_USDC },
          expect: { ltvBps: between(995, 1_001) },
        },
      ],
    },
    {
      driftBps: 30,
      name: 'to nothing, though interest ran',
      before: [POSTED, BORROWED, { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } }],
      params: { market: WETH_USDC, targetLtvBps: 0 },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WETH_USDC },
          expect: { borrowShares: '0', collateralBaseUnits: not('0') },
        },
      ],
    },
    {
      driftBps: 30,
      name: 'out of a loop',
      before: [
        {
          tool: 'morpho_open_leverage_loop',
          params: { market: WETH_USDC, amountBaseUnits: '1000000000000000000', leverageBps: 30_000 },
          driftBps: 30,
        },
      ],
      params: { market: WETH_USDC, targetLtvBps: 3_000, slippageBps: 100 },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WETH_USDC },
          expect: { ltvBps: between(2_980, 3_001) },
        },
      ],
    },
  ],
})
