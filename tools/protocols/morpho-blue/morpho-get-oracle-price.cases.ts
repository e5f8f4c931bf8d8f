import { defineCases, onChain, own } from '../../core/cases.ts'
import { NO_MARKET, WBTC_USDC, WETH_DAI } from './origin-markets.ts'

const PRICE = 'function price() view returns (uint256)'

/** Cases of `morpho_get_oracle_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WBTC_USDC },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      name: '8 and 6 decimals',
      params: { market: WBTC_USDC },
      expect: {
        priceScaled: onChain(own('oracle'), PRICE),
        price: '60000',
        feedPrice: '60000',
        deviationBps: 0,
      },
    },
    {
      name: '18 and 18 decimals',
      params: { market: WETH_DAI },
      expect: { priceScaled: onChain(own('oracle'), PRICE), price: '3000', deviationBps: 0 },
    },
    {
      name: 'a feed that is stale',
      before: [
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'WETH', priceUsd: '3000', ageSeconds: 100_000 },
        },
      ],
      params: { market: WETH_DAI },
      expect: { price: '3000', feedPrice: null, deviationBps: null },
    },
  ],
})
