import { at, defineCases, onChain } from '../core/cases.ts'

/** Cases of `testnet_get_status`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        { tool: 'testnet_set_base_fee', params: { baseFeeWei: '7000000000' } },
        { tool: 'testnet_mine_blocks', params: { count: 1 } },
      ],
      expect: {
        timestampSeconds: onChain(
          at('multicall3'),
          'function getCurrentBlockTimestamp() view returns (uint256)',
        ),
        baseFeeWei: '7000000000',
        'contracts.0.isDeployed': true,
        'contracts.-1.isDeployed': true,
      },
    },
  ],
})
