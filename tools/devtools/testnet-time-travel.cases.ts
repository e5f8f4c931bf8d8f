import { at, defineCases, kept, onChain, sum } from '../core/cases.ts'

/** Cases of `testnet_time_travel`. */
export const CASES = defineCases({
  refuses: [
    { params: { durationSeconds: 0 }, code: 'INVALID_PARAMS' },
    { params: { durationSeconds: 1, schemaVersion: 3 }, code: 'SCHEMA_VERSION_UNKNOWN' },
  ],
  serves: [
    {
      before: [{ tool: 'testnet_get_status', keep: 'before' }],
      params: { durationSeconds: 3600 },
      expect: { timestampSeconds: sum(kept('before.timestampSeconds'), 3600) },
      after: [
        {
          tool: 'testnet_get_status',
          expect: {
            timestampSeconds: onChain(
              at('multicall3'),
              'function getCurrentBlockTimestamp() view returns (uint256)',
            ),
          },
        },
      ],
    },
  ],
})
