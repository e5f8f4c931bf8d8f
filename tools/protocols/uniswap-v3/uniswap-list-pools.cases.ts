import { at, defineCases, onChain, own } from '../../core/cases.ts'

const GET_POOL = 'function getPool(address, address, uint24) view returns (address)'
const pool = (place: number) =>
  onChain(at('uniswap-v3.factory'), GET_POOL, [
    own(`pools.${place}.token0`),
    own(`pools.${place}.token1`),
    own(`pools.${place}.feeTier`),
  ])

/** Cases of `uniswap_list_pools`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
    { params: { blocks: 10001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'of a token and a fee tier',
      params: { token: 'WETH', feeTier: 3000, blocks: 10000 },
      // WETH trades at 0.3 % against USDC, DAI, WBTC and a token without a price.
      expect: {
        totalFound: 4,
        'pools.0.pool': pool(0),
        'pools.3.pool': pool(3),
        'pools.0.tickSpacing': 60,
      },
    },
    { name: 'the newest', params: { limit: 2, blocks: 10000 }, expect: { totalFound: 7, 'pools.length': 2 } },
    { name: 'none in the last blocks', params: { blocks: 1 }, expect: { totalFound: 0, pools: [] } },
  ],
})
