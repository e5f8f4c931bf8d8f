import { at, defineCases } from '../../core/cases.ts'
import { NO_MARKET, WETH_USDC } from './origin-markets.ts'

const CRASH = { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '2000' } }

/** Cases of `morpho_liquidate_position`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { market: NO_MARKET, borrower: at('trader'), amountBaseUnits: '1' },
      code: 'MARKET_NOT_FOUND',
    },
    {
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '1' },
      code: 'POSITION_HEALTHY',
    },
    {
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '0' },
      code: 'ZERO_AMOUNT',
    },
    {
      // Nothing is left of it for the debt once the interest until then is kept back.
      before: [CRASH],
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '1' },
      code: 'ZERO_AMOUNT',
    },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '1' },
      code: 'ORACLE_FAILED',
    },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '0' } }],
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '1' },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [CRASH],
      params: { market: WETH_USDC, borrower: at('trader'), amountBaseUnits: '1000000000' },
      after: [
        {
          tool: 'morpho_list_liquidations',
          params: { market: WETH_USDC, blocks: 10 },
          expect: { totalFound: 1, 'liquidations.0.liquidator': at('account') },
        },
      ],
    },
  ],
})
