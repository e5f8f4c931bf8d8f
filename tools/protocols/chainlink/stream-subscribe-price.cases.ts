import { type CaseStep, defineCases, kept } from '../../core/cases.ts'

const setPrice = (priceUsd: string): CaseStep => ({
  tool: 'testnet_set_oracle_price',
  params: { token: 'WETH', priceUsd },
})

/** A reader who has seen 3000 dollars, and three prices after. */
const MOVED: readonly CaseStep[] = [
  { tool: 'stream_subscribe_price', params: { token: 'WETH' }, keep: 'seen' },
  setPrice('3010'),
  setPrice('3031'),
  setPrice('3000'),
]

/** Cases of `stream_subscribe_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'NO_PRICE' },
    { params: { token: 'WETH', cursor: 'latest' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'of one who begins',
      params: { token: 'WETH' },
      roundTrips: 1,
      expect: {
        'moves.length': 1,
        'moves.0.priceUsd': '3000',
        'moves.0.moveBps': null,
        isCaughtUp: true,
        isReset: false,
      },
    },
    {
      name: 'every move since',
      before: MOVED,
      params: { token: 'WETH', cursor: kept('seen.cursor') },
      roundTrips: 3,
      expect: {
        'moves.length': 3,
        'moves.0.priceUsd': '3010',
        'moves.0.moveBps': 33,
        'moves.2.priceUsd': '3000',
        'moves.2.moveBps': -102,
      },
    },
    {
      name: 'large ones, by the price that was given last',
      before: [
        ...MOVED,
        {
          tool: 'stream_subscribe_price',
          params: { token: 'WETH', cursor: kept('seen.cursor'), minimumMoveBps: 150 },
          keep: 'quiet',
          expect: { moves: [] },
        },
        setPrice('3046'),
      ],
      params: { token: 'WETH', cursor: kept('quiet.cursor'), minimumMoveBps: 150 },
      expect: { 'moves.length': 1, 'moves.0.priceUsd': '3046', 'moves.0.moveBps': 153 },
    },
    {
      name: 'a round that was seen and is gone',
      before: [
        { tool: 'testnet_take_snapshot', keep: 'ring' },
        { tool: 'testnet_time_travel', params: { seconds: 30 } },
        setPrice('3500'),
        { tool: 'stream_subscribe_price', params: { token: 'WETH' }, keep: 'seen' },
        { tool: 'testnet_revert_snapshot', params: { snapshotId: kept('ring.snapshotId') } },
        setPrice('2900'),
      ],
      params: { token: 'WETH', cursor: kept('seen.cursor') },
      expect: { isReset: true, 'moves.length': 1, 'moves.0.priceUsd': '2900', 'moves.0.moveBps': null },
    },
  ],
})
