import { at, defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }

/** Cases of `uniswap_get_swap_result`. */
export const CASES = defineCases({
  refuses: [{ params: { hash: `0x${'12'.repeat(32)}` }, code: 'NOT_FOUND' }],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_execute_swap',
          params: { ...PAIR, feeTier: 500, amountInBaseUnits: '3000000000' },
          keep: 'swap',
        },
        {
          tool: 'uniswap_get_pool_swaps',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500, blocks: 1 },
          keep: 'seen',
        },
      ],
      params: {
        hash: kept('seen.swaps.-1.transactionHash'),
        quotedAmountOutBaseUnits: kept('swap.amountOutBaseUnits'),
      },
      expect: {
        status: 'success',
        tokenIn: at('USDC'),
        tokenOut: at('WETH'),
        amountInBaseUnits: '3000000000',
        amountOutBaseUnits: kept('swap.amountOutBaseUnits'),
        slippageBps: 0,
        'swaps.length': 1,
      },
    },
    {
      name: 'a path of two pools',
      before: [
        {
          tool: 'uniswap_execute_multihop_swap',
          params: { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3000, 500], amountInBaseUnits: '10000000' },
          keep: 'swap',
        },
        {
          tool: 'uniswap_get_pool_swaps',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500, blocks: 1 },
          keep: 'seen',
        },
      ],
      params: { hash: kept('seen.swaps.-1.transactionHash') },
      expect: { 'swaps.length': 2, amountOutBaseUnits: kept('swap.amountOutBaseUnits'), slippageBps: null },
    },
  ],
})
