import { at, defineCases, onChain, own } from '../../core/cases.ts'

const NEW = { tokenA: 'WBTC', tokenB: 'USDC', feeTier: 10_000, price: '60000' }
const stateOf = (member: number) =>
  onChain(
    at('uniswap-v4.stateView'),
    'function getSlot0(bytes32) view returns (uint160, int24, uint24, uint24)',
    [own('poolId')],
    member,
  )

/** Cases of `uniswap_initialize_v4_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...NEW, price: '0' }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, feeTier: 1_234 }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, feeTier: 1_000_001, tickSpacing: 10 }, code: 'INVALID_PARAMS' },
    // Nobody sets the fee.
    { params: { ...NEW, feeTier: 0x800000, tickSpacing: 10 }, code: 'INVALID_PARAMS' },
    { params: { ...NEW, tokenB: 'WBTC' }, code: 'SAME_TOKEN' },
    { params: { ...NEW, tokenB: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...NEW, tokenA: 'WETH', feeTier: 3_000 }, code: 'POOL_INITIALIZED' },
  ],
  serves: [
    {
      params: NEW,
      roundTrips: 1,
      plan: { route: 'cage', 'calls.length': 1, 'calls.0.to': at('uniswap-v4.poolManager') },
      expect: { poolId: { $matches: '^0x[0-9a-f]{64}$' }, sqrtPriceX96: stateOf(0), tick: stateOf(1) },
      after: [
        {
          tool: 'uniswap_get_v4_pool_key',
          params: { tokenA: 'WBTC', tokenB: 'USDC' },
          expect: { 'pools.0.feeTier': 10_000 },
        },
      ],
    },
    {
      name: 'of the native coin',
      params: { ...NEW, tokenA: 'ETH', tokenB: 'DAI', price: '2500' },
      expect: { sqrtPriceX96: stateOf(0), tick: stateOf(1) },
    },
  ],
})
