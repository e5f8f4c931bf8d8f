import { at, defineCases, onChain } from '../../core/cases.ts'

const NEW = { tokenA: 'WBTC', tokenB: 'USDC', feeTier: 10_000, price: '60000' }
const POOL = onChain(
  at('uniswap-v3.factory'),
  'function getPool(address, address, uint24) view returns (address)',
  [at('WBTC'), at('USDC'), 10_000],
)

/** Cases of `uniswap_create_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...NEW, price: '0' }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, tokenB: 'WBTC' }, code: 'SAME_TOKEN' },
    { params: { ...NEW, tokenB: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...NEW, feeTier: 1_234 }, code: 'FEE_TIER_NOT_ENABLED' },
    { params: { ...NEW, tokenA: 'WETH', feeTier: 500 }, code: 'POOL_EXISTS' },
  ],
  serves: [
    {
      params: NEW,
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': at('uniswap-v3.positionManager') },
      expect: { pool: { $matches: '^0x[0-9a-fA-F]{40}$' } },
      after: [
        { chain: POOL, keep: 'pool' },
        {
          tool: 'uniswap_get_pool_info',
          params: { tokenA: 'WBTC', tokenB: 'USDC', feeTier: 10_000 },
          // A price of the pool is a square root: it is off in its last places.
          expect: { pool: POOL, price0In1: { $matches: '^(60000|59999\\.9|60000\\.0)' }, liquidity: '0' },
        },
      ],
    },
  ],
})
