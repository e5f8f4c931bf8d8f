import { at, defineCases, kept, onChain } from '../../core/cases.ts'

/** Cases of `data_get_chain_status`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ tool: 'data_get_block', keep: 'head' }],
      expect: {
        isExpectedChain: true,
        chainId: onChain(at('multicall3'), 'function getChainId() view returns (uint256)'),
        blockHash: kept('head.hash'),
        timestampSeconds: onChain(
          at('multicall3'),
          'function getCurrentBlockTimestamp() view returns (uint256)',
        ),
        headAgeSeconds: 0,
        isStale: false,
      },
    },
  ],
})
