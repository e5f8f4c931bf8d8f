import { at, callData, defineCases, kept } from '../../core/cases.ts'

/** Cases of `data_list_price_feeds`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'WETH' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      roundTrips: 2,
      expect: {
        'feeds.length': 10,
        'feeds.0.symbol': 'WETH',
        'feeds.0.publisher': 'first',
        'feeds.0.feed': at('feed.WETH'),
        'feeds.0.description': 'ETH / USD',
        'feeds.0.priceUsd': '3000',
        'feeds.0.reason': null,
        'feeds.0.isStale': false,
        'feeds.0.isModel': true,
        'feeds.1.publisher': 'second',
        'feeds.1.priceUsd': '3000',
        'divergences.0': { symbol: 'WETH', divergenceBps: 0 },
        withoutFeed: ['NOPRICE'],
      },
    },
    {
      name: 'one that is old and apart from the other, one that says nothing',
      before: [
        { tool: 'data_get_block', keep: 'head' },
        {
          send: {
            from: 'deployer',
            to: at('feed.WETH'),
            data: callData('function setAnswer(int256 answer, uint256 updatedAt)', [
              '303000000000',
              kept('head.timestampSeconds'),
            ]),
          },
        },
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'WBTC', priceUsd: '60000', ageSeconds: 88_000 },
        },
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } },
      ],
      expect: {
        'feeds.0.priceUsd': '3030',
        'feeds.1.priceUsd': '3000',
        'divergences.0': { symbol: 'WETH', divergenceBps: 100 },
        'divergences.length': 4,
        'feeds.2.symbol': 'USDC',
        'feeds.2.priceUsd': null,
        'feeds.2.reason': 'the feed answers 0',
        'feeds.6.symbol': 'WBTC',
        'feeds.6.isStale': true,
        'feeds.7.isStale': false,
      },
    },
  ],
})
