import { type CaseStep, defineCases, kept, not } from '../../core/cases.ts'

/** A reader who has seen the head, and three blocks since. */
const SEEN: readonly CaseStep[] = [
  { tool: 'stream_subscribe_blocks', keep: 'seen' },
  { tool: 'testnet_mine_blocks', params: { count: 3 } },
  { tool: 'data_get_block', keep: 'head' },
]

/** Two blocks that a reader has seen are replaced by others. */
const REPLACED: readonly CaseStep[] = [
  { tool: 'data_get_block', keep: 'common' },
  { tool: 'stream_subscribe_blocks', keep: 'first' },
  { tool: 'testnet_take_snapshot', keep: 'ring' },
  { tool: 'testnet_mine_blocks', params: { count: 2 } },
  { tool: 'stream_subscribe_blocks', params: { cursor: kept('first.cursor') }, keep: 'seen' },
  { tool: 'testnet_revert_snapshot', params: { snapshotId: kept('ring.snapshotId') } },
  { tool: 'testnet_time_travel', params: { seconds: 100 } },
  { tool: 'data_get_block', keep: 'head' },
]

/** Cases of `stream_subscribe_blocks`. */
export const CASES = defineCases({
  refuses: [
    { params: { cursor: '12' }, code: 'INVALID_PARAMS' },
    { params: { limit: 21 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'of one who begins',
      before: [{ tool: 'data_get_block', keep: 'head' }],
      roundTrips: 1,
      expect: {
        'blocks.length': 1,
        'blocks.0.hash': kept('head.hash'),
        'blocks.0.baseFeeWei': kept('head.baseFeeWei'),
        isCaughtUp: true,
        reorganisedAfterBlock: null,
      },
    },
    {
      name: 'what came since',
      before: SEEN,
      params: { cursor: kept('seen.cursor') },
      expect: {
        'blocks.length': 3,
        'blocks.0.parentHash': kept('seen.blocks.0.hash'),
        'blocks.2.hash': kept('head.hash'),
        isCaughtUp: true,
        reorganisedAfterBlock: null,
      },
    },
    {
      name: 'not all at once',
      before: SEEN,
      params: { cursor: kept('seen.cursor'), limit: 2 },
      expect: { 'blocks.length': 2, isCaughtUp: false },
    },
    {
      name: 'nothing new',
      before: [{ tool: 'stream_subscribe_blocks', keep: 'seen' }],
      params: { cursor: kept('seen.cursor') },
      roundTrips: 2,
      expect: { blocks: [], isCaughtUp: true, cursor: kept('seen.cursor') },
    },
    {
      name: 'blocks that were seen and replaced',
      before: REPLACED,
      params: { cursor: kept('seen.cursor') },
      expect: {
        reorganisedAfterBlock: kept('common.blockNumber'),
        'blocks.0.parentHash': kept('common.hash'),
        'blocks.0.hash': not(kept('seen.blocks.0.hash')),
        'blocks.-1.hash': kept('head.hash'),
      },
    },
  ],
})
