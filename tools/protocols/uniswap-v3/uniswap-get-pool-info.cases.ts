import { at, between, callData, defineCases, kept, onChain, own } from '../../core/cases.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

const SLOT =
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)'

/** Deploys a token that tells nobody's balance, and where it comes to stand. */
const DEPLOY_MUTE = `0x${'00'.repeat(32)}602a8060095f395ff3602436146026575f3560e01c63313ce56714601d5760205f5260405ff35b60125f5260205ff35b5f5ffd`
const MUTE = '0x9d51A2A228404002CeF237B4F304ecCA08B30F1d'

/** Cases of `uniswap_get_pool_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
    { params: { tokenA: 'USDC' }, code: 'INVALID_PARAMS' },
    { params: { ...POOL, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...POOL, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    // No balance is told, which is not to say that there is none.
    {
      before: [
        { send: { from: 'trader', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_MUTE } },
        {
          send: {
            from: 'trader',
            to: at('uniswap-v3.factory'),
            data: callData('function createPool(address, address, uint24)', [MUTE, at('USDC'), 500]),
          },
        },
        {
          chain: onChain(
            at('uniswap-v3.factory'),
            'function getPool(address, address, uint24) view returns (address)',
            [MUTE, at('USDC'), 500],
          ),
          keep: 'made',
        },
        {
          send: {
            from: 'trader',
            to: kept('made'),
            data: callData('function initialize(uint160)', [(2n ** 96n).toString()]),
          },
        },
      ],
      params: { tokenA: MUTE, tokenB: 'USDC', feeTier: 500 },
      code: 'CHAIN_READ_FAILED',
    },
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
