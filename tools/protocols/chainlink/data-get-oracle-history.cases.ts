import { at, type CaseStep, defineCases, kept, onChain } from '../../core/cases.ts'

const LATEST =
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)'

const setPrice = (priceUsd: string, keep: string): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token: 'WETH', priceUsd },
  keep,
})

/** The price falls to 2400 dollars and comes back to 2700. */
const MOVED: readonly CaseStep[] = [setPrice('2400', 'low'), setPrice('2700', 'back')]

/** Cases of `data_get_oracle_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'NO_PRICE' },
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'WETH', rounds: 201 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: MOVED,
      params: { token: 'WETH', rounds: 3 },
      roundTrips: 2,
      expect: {
        feed: at('feed.WETH'),
        isModelFeed: true,
        isComplete: false,
        'rounds.length': 3,
        'rounds.0.priceUsd': '3000',
        'rounds.1.priceUsd': '2400',
        'rounds.1.updatedAtSeconds': kept('low.updatedAtSeconds'),
        'rounds.2.answer': '270000000000',
        'rounds.2.roundId': onChain(at('feed.WETH'), LATEST, [], 0),
        'rounds.2.updatedAtSeconds': onChain(at('feed.WETH'), LATEST, [], 3),
        lowestUsd: '2400',
        highestUsd: '3000',
        changeBps: -1_000,
      },
    },
    {
      name: 'all there is, since a time',
      before: [
        setPrice('2400', 'low'),
        { tool: 'testnet_time_travel', params: { seconds: 60 } },
        setPrice('2700', 'back'),
      ],
      params: { token: 'WETH', sinceSeconds: kept('back.updatedAtSeconds') },
      expect: { isComplete: true, 'rounds.length': 1, 'rounds.0.priceUsd': '2700', changeBps: 0 },
    },
    {
      name: 'of the second publisher',
      params: { token: 'WETH', publisher: 'second', rounds: 1 },
      expect: { decimals: 18, 'rounds.length': 1, 'rounds.0.priceUsd': '3000' },
    },
  ],
})
