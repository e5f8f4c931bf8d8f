import { at, defineCases, onChain } from '../../core/cases.ts'

/** Cases of `data_get_oracle_price`. */
export const CASES = defineCases({
  refuses: [{ params: { feed: at('USDC') }, code: 'NOT_FOUND' }],
  serves: [
    {
      params: { feed: at('feed.WBTC') },
      expect: {
        answer: onChain(
          at('feed.WBTC'),
          'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
          [],
          1,
        ),
        roundId: onChain(
          at('feed.WBTC'),
          'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
          [],
          0,
        ),
        decimals: onChain(at('feed.WBTC'), 'function decimals() view returns (uint8)'),
        symbol: 'WBTC',
        isStale: false,
      },
    },
  ],
})
