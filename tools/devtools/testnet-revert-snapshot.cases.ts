import { defineCases, kept } from '../core/cases.ts'

/** Cases of `testnet_revert_snapshot`. */
export const CASES = defineCases({
  refuses: [
    { params: { snapshotId: 'last' }, code: 'INVALID_PARAMS' },
    { params: { snapshotId: '0xffffff' }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      before: [
        { tool: 'testnet_get_status', keep: 'before' },
        { tool: 'testnet_take_snapshot', keep: 'taken' },
        { tool: 'testnet_time_travel', params: { durationSeconds: 3600 } },
      ],
      params: { snapshotId: kept('taken.snapshotId') },
      expect: {
        blockNumber: kept('before.blockNumber'),
        timestampSeconds: kept('before.timestampSeconds'),
      },
    },
  ],
})
