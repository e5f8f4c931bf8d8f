import { at, defineCases, onChain } from '../../core/cases.ts'

const PAIR = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }
const POOL = onChain(
  at('uniswap-v3.factory'),
  'function getPool(address, address, uint24) view returns (address)',
  [at('USDC'), at('WETH'), 500],
)
const KEPT = onChain(
  POOL,
  'function slot0() view returns (uint160, int24, uint16 index, uint16 cardinality, uint16 next, uint8, bool)',
  [],
  4,
)

/** Cases of `uniswap_grow_observation_buffer`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, observations: 1 }, code: 'INVALID_PARAMS' },
    { params: { ...PAIR, tokenB: 'USDC', observations: 9 }, code: 'SAME_TOKEN' },
    { params: { ...PAIR, tokenB: 'USDX', observations: 9 }, code: 'UNKNOWN_TOKEN' },
    { params: { tokenA: 'WBTC', tokenB: 'USDT', feeTier: 500, observations: 9 }, code: 'POOL_NOT_FOUND' },
    {
      before: [{ tool: 'uniswap_grow_observation_buffer', params: { ...PAIR, observations: 180 } }],
      params: { ...PAIR, observations: 180 },
      code: 'BUFFER_LONG_ENOUGH',
    },
  ],
  serves: [
    {
      before: [{ chain: KEPT, keep: 'before' }],
      params: { ...PAIR, observations: 180 },
      plan: { route: 'op', 'calls.length': 1, 'calls.0.to': POOL },
      expect: { pool: POOL, observationsAfter: 180 },
      after: [{ chain: KEPT, expect: { '': 180 } }],
    },
  ],
})
