import { between, defineCases, onChain, own } from '../../core/cases.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

const TICK =
  'function ticks(int24) view returns (uint128 liquidityGross, int128 liquidityNet, uint256, uint256, int56, uint160, uint32, bool)'

/** Cases of `uniswap_get_pool_ticks`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...POOL, wordsEachSide: 31 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The narrowest range lies between the two ticks in the middle: what is active there is what the pool trades with.
      params: { ...POOL, wordsEachSide: 1 },
      expect: {
        'ticks.length': 4,
        liquidity: onChain(own('pool'), 'function liquidity() view returns (uint128)'),
        'ticks.1.tick': between(own('fromTick'), own('tick')),
        'ticks.2.tick': between(own('tick'), own('toTick')),
        'ticks.1.activeLiquidity': own('liquidity'),
        'ticks.0.liquidityGross': onChain(own('pool'), TICK, [own('ticks.0.tick')], 0),
        'ticks.0.liquidityNet': onChain(own('pool'), TICK, [own('ticks.0.tick')], 1),
        'ticks.1.liquidityNet': onChain(own('pool'), TICK, [own('ticks.1.tick')], 1),
      },
    },
    {
      name: 'further away',
      params: { ...POOL, feeTier: 3000, wordsEachSide: 30 },
      expect: { 'ticks.length': between(4, 6) },
    },
  ],
})
