import { between, defineCases, onChain, own } from '../core/cases.ts'

const POOL = { tokenA: 'WETH', tokenB: 'USDC', feeTier: 500 }
const MARKET = { ...POOL, venue: 'uniswap-v3' }
const SLOT =
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)'

/** Cases of `testnet_move_pool_price`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...MARKET, tokenA: 'USDX', price: '1' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...MARKET, price: '0' }, code: 'INVALID_PARAMS' },
    { params: { ...MARKET, tokenB: 'WETH', price: '1' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      name: 'up',
      params: { ...MARKET, price: '3300' },
      expect: { sqrtPriceX96: onChain(own('pool'), SLOT, [], 0), tick: onChain(own('pool'), SLOT, [], 1) },
      after: [
        { tool: 'uniswap_get_pool_info', params: POOL, expect: { price1In0: between('3299.99', '3300.01') } },
      ],
    },
    {
      name: 'down',
      params: { ...MARKET, price: '2700' },
      expect: { sqrtPriceX96: onChain(own('pool'), SLOT, [], 0), tick: onChain(own('pool'), SLOT, [], 1) },
      after: [
        { tool: 'uniswap_get_pool_info', params: POOL, expect: { price1In0: between('2699.99', '2700.01') } },
      ],
    },
  ],
})
