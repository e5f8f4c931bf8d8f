import { at, defineCases, onChain } from '../../core/cases.ts'
import { LENT, NO_MARKET, POSITION, WBTC_USDC, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_withdraw_market`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, everything: true }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, everything: true }, code: 'INSUFFICIENT_LIQUIDITY' },
    { params: { market: WETH_USDC }, code: 'INVALID_PARAMS' },
    {
      before: [LENT],
      params: { market: WETH_USDC, amountBaseUnits: '2000000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      driftBps: 1,
      name: 'an amount',
      before: [LENT],
      params: { market: WETH_USDC, amountBaseUnits: '300000000' },
      expect: { 'tokens.0.token': at('USDC'), 'tokens.0.deltaBaseUnits': '300000000' },
    },
    {
      name: 'everything, worth less than a base unit',
      before: [{ ...LENT, params: { market: WETH_USDC, amountBaseUnits: '1' } }],
      params: { market: WETH_USDC, everything: true },
      expect: { 'tokens.length': 0, 'positions.length': 1 },
      after: [{ tool: 'morpho_get_position', params: { market: WETH_USDC }, expect: { supplyShares: '0' } }],
    },
    {
      driftBps: 1,
      name: 'everything, after a day of interest',
      before: [
        { ...LENT, params: { market: WBTC_USDC, amountBaseUnits: '1000000000' } },
        { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } },
      ],
      params: { market: WBTC_USDC, token: 'USDC', everything: true },
      expect: { 'tokens.0.deltaBaseUnits': { $between: ['1000000000', '1000100000'] } },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WBTC_USDC },
          expect: {
            supplyShares: '0',
            suppliedBaseUnits: onChain(at('morpho-blue.morpho'), POSITION, [WBTC_USDC, at('account')], 0),
          },
        },
      ],
    },
  ],
})
