import { type CaseStep, defineCases, kept } from '../../core/cases.ts'

/** A block that stood for a thousand seconds before the next came. */
const STOOD: readonly CaseStep[] = [
  { tool: 'testnet_mine_blocks', params: { count: 1 } },
  { tool: 'data_get_block', keep: 'before' },
  { tool: 'testnet_time_travel', params: { seconds: 1_000 } },
  { tool: 'data_get_block', keep: 'after' },
]

/** Cases of `data_find_block_by_time`. */
export const CASES = defineCases({
  refuses: [
    { params: { timestampSeconds: 1 }, code: 'NOT_FOUND' },
    { params: { timestampSeconds: 99_999_999_999 }, code: 'NOT_FOUND' },
    { params: { timestampSeconds: -1 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'the head, at its own time',
      before: STOOD,
      params: { timestampSeconds: kept('after.timestampSeconds') },
      roundTrips: 2,
      expect: {
        blockNumber: kept('after.blockNumber'),
        hash: kept('after.hash'),
        secondsBefore: 0,
        nextTimestampSeconds: null,
      },
    },
    {
      name: 'a block of before, at its own time',
      before: STOOD,
      params: { timestampSeconds: kept('before.timestampSeconds') },
      roundTrips: 7,
      expect: {
        blockNumber: kept('before.blockNumber'),
        hash: kept('before.hash'),
        nextTimestampSeconds: kept('after.timestampSeconds'),
      },
    },
  ],
})
