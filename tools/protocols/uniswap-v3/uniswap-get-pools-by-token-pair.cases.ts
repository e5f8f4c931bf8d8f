import { at, between, defineCases, not, onChain, own } from '../../core/cases.ts'

const GET_POOL = 'function getPool(address, address, uint24) view returns (address)'

/** Cases of `uniswap_get_pools_by_token_pair`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'WETH', tokenB: 'WETH' }, code: 'SAME_TOKEN' },
    { params: { tokenA: 'WETH', tokenB: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      name: 'the deepest first',
      params: { tokenA: 'WETH', tokenB: 'USDC' },
      expect: {
        'pools.length': 2,
        'pools.0.pool': onChain(at('uniswap-v3.factory'), GET_POOL, [
          at('WETH'),
          at('USDC'),
          own('pools.0.feeTier'),
        ]),
        'pools.1.pool': onChain(at('uniswap-v3.factory'), GET_POOL, [
          at('WETH'),
          at('USDC'),
          own('pools.1.feeTier'),
        ]),
        'pools.0.feeTier': not(own('pools.1.feeTier')),
        'pools.0.liquidity': between(own('pools.1.liquidity'), '1e30'),
      },
    },
    { name: 'none', params: { tokenA: 'WBTC', tokenB: 'USDT' }, expect: { pools: [] } },
  ],
})
