import { at, defineCases, kept, onChain, sum } from '../core/cases.ts'

/** Cases of `testnet_time_travel`. */
export const CASES = defineCases({
  refuses: [{ params: { seconds: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ tool: 'testnet_get_status', keep: 'before' }],
      params: { seconds: 3600 },
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
