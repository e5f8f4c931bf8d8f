import { at, defineCases, kept, onChain, own } from '../core/cases.ts'

const POOL = {
  tokenB: 'USDC',
  feeTier: 3000,
  price: '2.5',
  amountABaseUnits: '1000000000000',
  venue: 'uniswap-v3',
}

/** Cases of `testnet_deploy_mock_pool`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...POOL, tokenA: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...POOL, tokenA: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...POOL, tokenA: 'WETH', amountABaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...POOL, tokenA: 'WETH', venue: 'aave-v3' }, code: 'PROTOCOL_NOT_DEPLOYED' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'testnet_deploy_mock_token',
          params: { name: 'Mock', symbol: 'MCK', decimals: 9 },
          keep: 'mock',
        },
      ],
      params: { ...POOL, tokenA: kept('mock.token') },
      expect: {
        liquidity: onChain(own('pool'), 'function liquidity() view returns (uint128)'),
        pool: onChain(
          at('uniswap-v3.factory'),
          'function getPool(address, address, uint24) view returns (address)',
          [kept('mock.token'), at('USDC'), 3000],
        ),
      },
    },
  ],
})
