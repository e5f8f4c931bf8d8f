import { at, defineCases, onChain } from '../../core/cases.ts'
import { NO_MARKET, POSITION, POSTED, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_borrow_asset`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, amountBaseUnits: '1' }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: WETH_USDC, amountBaseUnits: '1' }, code: 'LTV_TOO_HIGH' },
    {
      params: { market: WETH_USDC, amountBaseUnits: '1000000000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
    {
      before: [POSTED],
      params: { market: WETH_USDC, amountBaseUnits: '3000000000', maxLtvBps: 4_999 },
      code: 'LTV_TOO_HIGH',
    },
    {
      before: [POSTED, { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WETH_USDC, amountBaseUnits: '1' },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      driftBps: 1,
      before: [POSTED],
      params: { market: WETH_USDC, token: 'USDC', amountBaseUnits: '1000000000', maxLtvBps: 2_000 },
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '1000000000',
        'positions.0.part': 'owed',
        'positions.0.unitsDelta': onChain(at('morpho-blue.morpho'), POSITION, [WETH_USDC, at('account')], 1),
      },
    },
  ],
})
