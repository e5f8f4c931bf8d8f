import { defineCases, kept } from '../../core/cases.ts'

const MINT = {
  tokenA: 'WETH',
  tokenB: 'USDC',
  feeTier: 500,
  rangeTicks: 500,
  amountABaseUnits: '1000000000000000000',
  amountBBaseUnits: '2000000000',
}

/** Cases of `uniswap_simulate_add_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...MINT, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...MINT, tokenB: 'WETH' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      params: MINT,
      expect: { success: true, revertReason: null, used0BaseUnits: '2000000000', unused0BaseUnits: '0' },
      after: [
        { tool: 'uniswap_simulate_add_liquidity', params: MINT, keep: 'simulated' },
        {
          tool: 'uniswap_add_liquidity',
          params: MINT,
          expect: { liquidityDelta: kept('simulated.liquidity') },
        },
      ],
    },
  ],
})
