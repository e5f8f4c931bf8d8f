import { at, between, callData, defineCases, kept } from '../../core/cases.ts'

const PAIR = { collateralToken: 'WETH', debtToken: 'USDC' }

/** The whale gives Aave more WETH than may be borrowed of it. */
const SUPPLIED_WETH = (40_000n * 10n ** 18n).toString()
const WHALE_SUPPLIES = [
  {
    tool: 'testnet_fund_account',
    params: { token: 'WETH', amountBaseUnits: SUPPLIED_WETH, account: at('whale') },
  },
  {
    send: {
      from: 'whale',
      to: at('WETH'),
      data: callData('function approve(address, uint256)', [at('aave-v3.pool'), SUPPLIED_WETH]),
    },
  },
  {
    send: {
      from: 'whale',
      to: at('aave-v3.pool'),
      data: callData('function supply(address, uint256, address, uint16)', [
        at('WETH'),
        SUPPLIED_WETH,
        at('whale'),
        0,
      ]),
    },
  },
]

/** Of USDC, secured by WETH. */
const MARKET = '0x7dde86a1e94561d9690ec678db673c1a6396365f7d1d65e129c5fff0990ff758'

/** Cases of `intel_compare_borrow_costs`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, debtToken: 'USDX', amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'the cheapest first, at the size that is asked for',
      before: [{ tool: 'morpho_get_market', params: { market: MARKET }, keep: 'market' }],
      params: { ...PAIR, amountBaseUnits: '1' },
      roundTrips: 5,
      expect: {
        'markets.length': 2,
        'markets.0.protocol': 'aave-v3',
        'markets.0.maxLtvBps': 8_000,
        'markets.1.protocol': 'morpho-blue',
        'markets.1.borrowApyBps': kept('market.borrowApyBps'),
        'markets.1.maxLtvBps': 8_600,
        short: [],
        unread: [],
      },
    },
    {
      name: 'more costs more, up to what is there',
      params: { ...PAIR, amountBaseUnits: '600000000000' },
      roundTrips: 5,
      expect: {
        // All of it is lent then: four times the rate at the target.
        'markets.1.borrowApyBps': between(1_500, 1_900),
        'markets.0.borrowApyBps': between(230, 300),
      },
    },
    {
      name: 'a market that has less is told as short',
      params: { ...PAIR, amountBaseUnits: '600000000001' },
      roundTrips: 5,
      expect: {
        'markets.length': 1,
        'markets.0.protocol': 'aave-v3',
        'short.0.place': MARKET,
        'short.0.availableBaseUnits': '600000000000',
      },
    },
    {
      name: 'a market whose cap keeps so much from being borrowed',
      before: WHALE_SUPPLIES,
      params: {
        collateralToken: 'USDC',
        debtToken: 'WETH',
        amountBaseUnits: (20_001n * 10n ** 18n).toString(),
      },
      roundTrips: 5,
      expect: { markets: [], 'short.0.protocol': 'aave-v3' },
    },
  ],
})
