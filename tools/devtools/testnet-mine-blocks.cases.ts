import { at, defineCases, kept, onChain, sum } from '../core/cases.ts'

/** Cases of `testnet_mine_blocks`. */
export const CASES = defineCases({
  refuses: [{ params: { count: 0 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ tool: 'testnet_get_status', keep: 'before' }],
      params: { count: 3 },
      expect: {
        timestampSeconds: sum(kept('before.timestampSeconds'), 36),
        blockNumber: onChain(at('multicall3'), 'function getBlockNumber() view returns (uint256)'),
      },
    },
  ],
})
