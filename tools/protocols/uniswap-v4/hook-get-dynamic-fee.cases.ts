import { at, callData, defineCases, onChain, own } from '../../core/cases.ts'

const HOOK = '0xD11ef00000000000000000000000000000001080'
const POOL = { tokenA: 'ETH', tokenB: 'USDC', feeTier: 8388608, tickSpacing: 60, hooks: HOOK }
const KEY = ['0x0000000000000000000000000000000000000000', at('USDC'), 8388608, 60, HOOK]

/** Cases of `hook_get_dynamic_fee`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, tickSpacing: 10 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { tokenA: 'ETH', tokenB: 'USDC', feeTier: 8388608, hooks: HOOK }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'the hook has set another one since its swaps',
      before: [
        {
          send: {
            from: 'attacker',
            to: HOOK,
            data: callData('function forcePoolFeeUpdate((address,address,uint24,int24,address),uint24)', [
              KEY,
              9999,
            ]),
          },
        },
      ],
      params: POOL,
      expect: {
        isDynamicFee: true,
        lpFeeMillionths: 9999,
        swapCount: 4,
        leastFeeMillionths: 2500,
        mostFeeMillionths: 2500,
        'changes.length': 1,
      },
    },
    {
      name: 'of a pool without one',
      params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 3000, blocks: 1 },
      expect: {
        isDynamicFee: false,
        swapCount: 0,
        leastFeeMillionths: null,
        lpFeeMillionths: onChain(
          at('uniswap-v4.stateView'),
          'function getSlot0(bytes32) view returns (uint160, int24, uint24, uint24 lpFee)',
          [own('poolId')],
          3,
        ),
      },
    },
  ],
})
