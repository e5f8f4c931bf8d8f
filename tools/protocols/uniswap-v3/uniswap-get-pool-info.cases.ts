import { at, between, defineCases, kept, onChain, own } from '../../core/cases.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

const SLOT =
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)'

/** Cases of `uniswap_get_pool_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
    { params: { tokenA: 'USDC' }, code: 'INVALID_PARAMS' },
    { params: { ...POOL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...POOL, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      params: POOL,
      expect: {
        symbol0: 'USDC',
        sqrtPriceX96: onChain(own('pool'), SLOT, [], 0),
        tick: onChain(own('pool'), SLOT, [], 1),
        liquidity: onChain(own('pool'), 'function liquidity() view returns (uint128)'),
        balance0BaseUnits: onChain(at('USDC'), 'function balanceOf(address) view returns (uint256)', [
          own('pool'),
        ]),
        price1In0: between(2995, 3005),
        tvlUsd: between(10000000, 1000000000),
        isPriceStale: false,
      },
    },
    {
      name: 'at a price that is old',
      before: [
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 95_000 } },
      ],
      params: POOL,
      expect: { tvlUsd: between(10000000, 1000000000), isPriceStale: true },
    },
    {
      name: 'by its address',
      before: [{ tool: 'uniswap_get_pool_info', params: POOL, keep: 'named' }],
      params: { pool: kept('named.pool') },
      expect: { '': kept('named') },
    },
  ],
})
