import { at, defineCases, onChain, own } from '../../core/cases.ts'

/** Cases of `hook_discover`. */
export const CASES = defineCases({
  refuses: [
    { params: { blocks: 10_001 }, code: 'INVALID_PARAMS' },
    { params: { toBlock: 'latest' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: {},
      expect: {
        totalFound: 3,
        'hooks.length': 3,
        'hooks.0.hook': '0xD11ef00000000000000000000000000000001080',
        'hooks.0.permissions': ['afterInitialize', 'beforeSwap'],
        'hooks.0.pools.0.isDynamicFee': true,
        'hooks.0.pools.0.liquidity': onChain(
          at('uniswap-v4.stateView'),
          'function getLiquidity(bytes32) view returns (uint128)',
          [own('hooks.0.pools.0.poolId')],
        ),
        'hooks.1.permissions.length': 6,
        'hooks.2.hook': '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
        'hooks.2.pools.0.liquidity': '0',
      },
    },
    { name: 'none in the newest block', params: { blocks: 1 }, expect: { totalFound: 0, 'hooks.length': 0 } },
  ],
})
