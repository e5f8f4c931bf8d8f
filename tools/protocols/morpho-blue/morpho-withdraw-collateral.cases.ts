import { at, defineCases } from '../../core/cases.ts'
import { BORROWED, NO_MARKET, POSTED, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_withdraw_collateral`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, everything: true }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, everything: true }, code: 'INSUFFICIENT_LIQUIDITY' },
    { before: [POSTED, BORROWED], params: { market: WETH_USDC, everything: true }, code: 'LTV_TOO_HIGH' },
    {
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, amountBaseUnits: '500000000000000000', maxLtvBps: 3_000 },
      code: 'LTV_TOO_HIGH',
    },
    {
      before: [
        POSTED,
        BORROWED,
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } },
      ],
      params: { market: WETH_USDC, amountBaseUnits: '1' },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      name: 'a part of it, beside a debt',
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, amountBaseUnits: '500000000000000000' },
      expect: {
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': '500000000000000000',
        'positions.0.unitsDelta': '-500000000000000000',
      },
    },
    {
      name: 'everything, without a debt',
      before: [POSTED],
      params: { market: WETH_USDC, token: 'WETH', everything: true },
      expect: { 'tokens.0.deltaBaseUnits': '2000000000000000000' },
    },
  ],
})
