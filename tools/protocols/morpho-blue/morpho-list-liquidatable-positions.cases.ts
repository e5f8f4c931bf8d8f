import { at, between, defineCases } from '../../core/cases.ts'
import { NO_MARKET, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_list_liquidatable_positions`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WETH_USDC },
      code: 'ORACLE_FAILED',
    },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '0' } }],
      params: { market: WETH_USDC },
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      name: 'nobody as long as prices stand',
      params: { market: WETH_USDC },
      roundTrips: 5,
      expect: { borrowersFound: 2, positions: [] },
    },
    {
      name: 'one of two after a fall',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '2050' } }],
      params: { market: WETH_USDC },
      roundTrips: 5,
      expect: {
        borrowersFound: 2,
        'positions.length': 1,
        'positions.0.borrower': at('lp'),
        'positions.0.ltvBps': between(8_780, 8_790),
        // 4.4 % on top of 2.7 million.
        'positions.0.profitBaseUnits': between('118000000000', '119000000000'),
      },
    },
    {
      name: 'all collateral where it does not pay for the debt',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '1000' } }],
      params: { market: WETH_USDC },
      roundTrips: 5,
      expect: {
        'positions.length': 2,
        'positions.1.borrower': at('trader'),
        'positions.1.seizedBaseUnits': '400000000000000000000',
        'positions.1.repaidBaseUnits': between('383000000000', '384000000000'),
      },
    },
  ],
})
