import { at, between, defineCases, onChain, own } from '../../core/cases.ts'

const POOL = { tokenA: 'ETH', tokenB: 'USDC', feeTier: 500 }
const VIEW = at('uniswap-v4.stateView')

const TICK =
  'function getTickLiquidity(bytes32, int24) view returns (uint128 liquidityGross, int128 liquidityNet)'

/** Cases of `uniswap_get_v4_pool_ticks`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, feeTier: 100 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...POOL, feeTier: 77 }, code: 'INVALID_PARAMS' },
    { params: { tokenA: 'ETH', tokenB: 'USDC' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The narrow range lies between the two ticks in the middle: what is active there is what the pool trades with.
      params: { ...POOL, wordsEachSide: 1 },
      expect: {
        totalFound: 2,
        'ticks.length': 2,
        liquidity: onChain(VIEW, 'function getLiquidity(bytes32) view returns (uint128)', [own('poolId')]),
        'ticks.0.tick': between(own('fromTick'), own('tick')),
        'ticks.1.tick': between(own('tick'), own('toTick')),
        'ticks.0.activeLiquidity': own('liquidity'),
        'ticks.0.liquidityGross': onChain(VIEW, TICK, [own('poolId'), own('ticks.0.tick')], 0),
        'ticks.1.liquidityNet': onChain(VIEW, TICK, [own('poolId'), own('ticks.1.tick')], 1),
      },
    },
    {
      name: 'of a pool with a hook',
      params: {
        tokenA: 'USDC',
        tokenB: 'WETH',
        feeTier: 3000,
        hooks: '0xFEE7a40000000000000000000000000000000547',
      },
      expect: { 'ticks.length': 2, 'ticks.0.activeLiquidity': own('liquidity') },
    },
  ],
})
