import { at, defineCases, kept, onChain, own } from '../../core/cases.ts'

const SLOT0 =
  'function getSlot0(bytes32) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)'

const WRAPPING_HOOK = '0x57991106cb7Aa27E2771Beda0D6522F68524A888'

/** Cases of `uniswap_get_v4_pool_key`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { tokenA: 'ETH' }, code: 'INVALID_PARAMS' },
    { params: { tokenA: 'USDC', tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { poolId: `0x${'11'.repeat(32)}` }, code: 'POOL_NOT_INITIALIZED' },
  ],
  serves: [
    {
      name: 'the pools of a pair, the deepest first',
      params: { tokenA: 'USDC', tokenB: 'ETH' },
      expect: {
        totalFound: 2,
        'pools.0.currency0': '0x0000000000000000000000000000000000000000',
        'pools.0.currency1': at('USDC'),
        'pools.0.feeTier': 500,
        'pools.0.hasHook': false,
        'pools.0.tick': onChain(at('uniswap-v4.stateView'), SLOT0, [own('pools.0.poolId')], 1),
        'pools.0.liquidity': onChain(
          at('uniswap-v4.stateView'),
          'function getLiquidity(bytes32) view returns (uint128)',
          [own('pools.0.poolId')],
        ),
        'pools.1.isDynamicFee': true,
        'pools.1.hasHook': true,
      },
    },
    {
      name: 'the wrapped coin is another currency, and a pool without positions is found by its id',
      before: [
        { tool: 'uniswap_get_v4_pool_key', params: { tokenA: 'ETH', tokenB: 'WETH' }, keep: 'listed' },
      ],
      params: { poolId: kept('listed.pools.0.poolId') },
      roundTrips: 4,
      expect: {
        'pools.0.currency1': at('WETH'),
        'pools.0.feeTier': 0,
        'pools.0.hooks': WRAPPING_HOOK,
        'pools.0.liquidity': '0',
      },
    },
  ],
})
