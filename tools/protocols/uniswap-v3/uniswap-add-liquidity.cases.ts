import { at, defineCases, kept, onChain, own, sum } from '../../core/cases.ts'
import { POSITION } from './minted-position.ts'

const MINT = {
  tokenA: 'WETH',
  tokenB: 'USDC',
  feeTier: 500,
  amountABaseUnits: '1000000000000000000',
  amountBBaseUnits: '2000000000',
}

/** Cases of `uniswap_add_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...MINT, tickLower: 0, tickUpper: 5 }, code: 'INVALID_RANGE' },
    { params: MINT, code: 'INVALID_PARAMS' },
    { params: { ...MINT, rangeTicks: 500, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      params: { ...MINT, rangeTicks: 500 },
      roundTrips: 1,
      expect: {
        liquidityDelta: onChain(at('uniswap-v3.positionManager'), POSITION, [own('positionId')], 7),
      },
    },
    {
      name: 'one side only',
      before: [
        {
          tool: 'uniswap_get_pool_info',
          params: { tokenA: 'USDC', tokenB: 'DAI', feeTier: 100 },
          keep: 'pool',
        },
      ],
      params: {
        tokenA: 'USDC',
        tokenB: 'DAI',
        feeTier: 100,
        tickLower: sum(kept('pool.tick'), 5),
        tickUpper: sum(kept('pool.tick'), 20),
        amountABaseUnits: '0',
        amountBBaseUnits: '1000000000000000000000',
      },
      plan: { 'calls.length': 3 },
    },
  ],
})
