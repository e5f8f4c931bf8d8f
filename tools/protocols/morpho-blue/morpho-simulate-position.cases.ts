import { at, defineCases } from '../../core/cases.ts'
import { NO_MARKET, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_simulate_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, debtAmountBaseUnits: '-1' }, code: 'INVALID_PARAMS' },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WETH_USDC },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      name: 'a new position',
      params: {
        market: WETH_USDC,
        collateralAmountBaseUnits: '1000000000000000000',
        debtAmountBaseUnits: '1500000000',
      },
      expect: {
        collateralBaseUnits: '1000000000000000000',
        debtBaseUnits: '1500000000',
        ltvBps: 5000,
        isHealthy: true,
        borrowableBaseUnits: '1080000000',
        price: '3000',
        liquidationPrice: '1744.186046511627906976744187',
      },
    },
    {
      name: 'more debt than the market takes',
      params: {
        market: WETH_USDC,
        collateralAmountBaseUnits: '1000000000000000000',
        debtAmountBaseUnits: '2580000001',
      },
      expect: { ltvBps: 8601, isHealthy: false, borrowableBaseUnits: '0' },
    },
    {
      name: 'a price that falls',
      params: { market: WETH_USDC, account: at('trader'), priceChangeBps: -5_000 },
      expect: { price: '1500', isHealthy: false },
    },
  ],
})
