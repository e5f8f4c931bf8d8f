import { at, defineCases, onChain } from '../core/cases.ts'

/** Cases of `testnet_set_oracle_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE', priceUsd: '1' }, code: 'NO_PRICE' },
    { params: { token: 'USDX', priceUsd: '1' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'WETH', priceUsd: '1234.5', ageSeconds: 100000 },
      expect: {
        feed: at('feed.WETH'),
        answer: onChain(
          at('feed.WETH'),
          'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
          [],
          1,
        ),
        updatedAtSeconds: onChain(
          at('feed.WETH'),
          'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
          [],
          3,
        ),
      },
    },
    {
      name: 'a price that is none',
      params: { token: 'WETH', priceUsd: '-1' },
      after: [{ tool: 'data_get_token_price', params: { token: 'ETH' }, expect: { source: 'twap' } }],
    },
  ],
})
