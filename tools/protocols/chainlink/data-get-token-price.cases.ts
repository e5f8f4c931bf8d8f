import { at, defineCases, matching, onChain } from '../../core/cases.ts'

/** Cases of `data_get_token_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: at('metamorpho.usdcVault') }, code: 'NO_PRICE' },
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'ETH' },
      roundTrips: 1,
      expect: {
        priceUsd: '3000',
        source: 'feed',
        feedProblem: null,
        pool: null,
        feed: at('feed.WETH'),
        isStale: false,
        isModelFeed: true,
      },
    },
    {
      name: 'a token without a feed, by its pool',
      params: { token: 'NOPRICE' },
      expect: {
        priceUsd: matching('^(1[.]99|2[.]00)'),
        source: 'twap',
        feedProblem: 'the token has no price feed',
        'pool.quote': 'WETH',
        'pool.feeTier': 3_000,
        feed: at('feed.WETH'),
        isStale: false,
      },
    },
    {
      name: 'a feed that answers nothing, and a quote whose price is old',
      before: [
        { tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '-1' } },
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { token: 'ETH' },
      expect: {
        symbol: 'ETH',
        source: 'twap',
        feedProblem: 'the feed answers -100000000',
        'pool.quote': 'USDC',
        feed: at('feed.USDC'),
        isStale: true,
      },
    },
    {
      name: 'a price of long ago',
      before: [
        {
          tool: 'testnet_set_oracle_price',
          params: { token: 'WETH', priceUsd: '1234.5', ageSeconds: 100000 },
        },
      ],
      params: { token: 'WETH' },
      expect: {
        priceUsd: '1234.5',
        updatedAtSeconds: onChain(
          at('feed.WETH'),
          'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
          [],
          3,
        ),
        isStale: true,
      },
    },
  ],
})
