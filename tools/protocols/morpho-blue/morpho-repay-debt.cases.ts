import { at, defineCases, kept } from '../../core/cases.ts'
import { BORROWED, NO_MARKET, POSTED, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_repay_debt`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, everything: true }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, everything: true }, code: 'INSUFFICIENT_LIQUIDITY' },
    {
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, amountBaseUnits: '1600000000' },
      code: 'INSUFFICIENT_LIQUIDITY',
    },
  ],
  serves: [
    {
      driftBps: 1,
      name: 'a part',
      before: [POSTED, BORROWED],
      params: { market: WETH_USDC, amountBaseUnits: '400000000' },
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-400000000',
        'positions.0.part': 'owed',
      },
    },
    {
      driftBps: 1,
      name: 'a small debt by the amount that is said to be owed',
      before: [
        POSTED,
        {
          tool: 'morpho_borrow_asset',
          params: { market: WETH_USDC, amountBaseUnits: '1000000' },
          driftBps: 1,
        },
        { tool: 'morpho_get_position', params: { market: WETH_USDC }, keep: 'position' },
      ],
      params: { market: WETH_USDC, amountBaseUnits: kept('position.debtBaseUnits') },
      after: [{ tool: 'morpho_get_position', params: { market: WETH_USDC }, expect: { borrowShares: '0' } }],
    },
    {
      driftBps: 1,
      name: 'everything, with its interest',
      before: [POSTED, BORROWED, { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } }],
      params: { market: WETH_USDC, everything: true },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WETH_USDC },
          expect: { borrowShares: '0', debtBaseUnits: '0' },
        },
      ],
    },
  ],
})
