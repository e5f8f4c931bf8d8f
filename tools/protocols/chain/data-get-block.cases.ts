import { at, defineCases, kept, onChain } from '../../core/cases.ts'

/** Cases of `data_get_block`. */
export const CASES = defineCases({
  refuses: [
    { params: { block: '99999999' }, code: 'NOT_FOUND' },
    { params: { block: 'newest' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      expect: {
        blockNumber: onChain(at('multicall3'), 'function getBlockNumber() view returns (uint256)'),
        timestampSeconds: onChain(
          at('multicall3'),
          'function getCurrentBlockTimestamp() view returns (uint256)',
        ),
      },
    },
    {
      name: 'by its number',
      before: [
        { tool: 'data_get_block', keep: 'head' },
        { tool: 'testnet_mine_blocks', params: { count: 1 } },
      ],
      params: { block: kept('head.blockNumber') },
      expect: { hash: kept('head.hash'), timestampSeconds: kept('head.timestampSeconds') },
    },
  ],
})
