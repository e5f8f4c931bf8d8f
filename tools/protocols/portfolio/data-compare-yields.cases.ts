import { at, between, defineCases, kept } from '../../core/cases.ts'

/** Of USDC, secured by WETH. */
const MARKET = '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758'

/** Cases of `data_compare_yields`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      name: 'the best first',
      before: [
        { tool: 'morpho_get_market', params: { market: MARKET }, keep: 'market' },
        { tool: 'aave_get_reserve_data', params: { token: 'USDC' }, keep: 'reserve' },
      ],
      params: { token: 'USDC' },
      roundTrips: 5,
      expect: {
        token: at('USDC'),
        'markets.length': 3,
        'markets.0.protocol': 'morpho-blue',
        'markets.0.place': MARKET,
        'markets.0.supplyApyBps': kept('market.supplyApyBps'),
        'markets.0.availableBaseUnits': kept('market.availableBaseUnits'),
        'markets.1.protocol': 'aave-v3',
        'markets.1.supplyApyBps': between(80, 90),
        'markets.1.availableBaseUnits': kept('reserve.availableBaseUnits'),
        'markets.2.supplyApyBps': between(30, 35),
        unread: [],
      },
    },
    {
      name: 'a token that nobody lends',
      params: { token: 'NOPRICE' },
      roundTrips: 3,
      expect: { markets: [], unread: [] },
    },
  ],
})
