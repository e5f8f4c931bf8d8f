import { at, defineCases, onChain } from '../../core/cases.ts'

/** Cases of `data_get_token_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'NO_PRICE' },
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'ETH' },
      expect: { priceUsd: '3000', feed: at('feed.WETH'), isStale: false, isModelFeed: true },
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
