import { defineCases } from '../../core/cases.ts'
import { strayMarketFor, WBTC_USDC, WETH_DAI, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_list_markets`. */
export const CASES = defineCases({
  refuses: [
    { params: { loanToken: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'all, the largest first',
      expect: {
        totalFound: 3,
        'markets.length': 3,
        'markets.0.market': WETH_USDC,
        'markets.1.market': WBTC_USDC,
        'markets.2.market': WETH_DAI,
      },
    },
    {
      name: 'those that lend one token',
      params: { loanToken: 'DAI' },
      expect: { totalFound: 1, 'markets.0.market': WETH_DAI, 'markets.0.loanSymbol': 'DAI' },
    },
    {
      name: 'those that take one token as collateral',
      params: { collateralToken: 'WBTC' },
      expect: { totalFound: 1, 'markets.0.market': WBTC_USDC },
    },
    {
      name: 'all others beside one whose token is none, which anyone may open',
      before: strayMarketFor('account'),
      roundTrips: 7,
      expect: { totalFound: 4, 'markets.length': 3, 'markets.0.market': WETH_USDC, 'unread.length': 1 },
    },
    {
      name: 'blocks that are still to come are not looked at',
      params: { toBlock: '999999999', blocks: 1 },
      expect: { toBlock: { $not: '999999999' } },
    },
    {
      name: 'none in blocks without any',
      params: { toBlock: '1', blocks: 1 },
      roundTrips: 2,
      expect: { totalFound: 0, fromBlock: '1', toBlock: '1' },
    },
  ],
})
