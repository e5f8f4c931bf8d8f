import { at, defineCases, kept } from '../../core/cases.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

/** Cases of `uniswap_get_pool_swaps`. */
export const CASES = defineCases({
  refuses: [
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
    { params: { ...POOL, blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_execute_swap',
          params: { tokenIn: 'USDC', tokenOut: 'WETH', feeTier: 500, amountInBaseUnits: '3000000000' },
          keep: 'swap',
        },
      ],
      params: { ...POOL, blocks: 1 },
      expect: {
        totalFound: 1,
        'swaps.-1.tokenIn': at('USDC'),
        'swaps.-1.recipient': at('account'),
        'swaps.-1.amountInBaseUnits': '3000000000',
        'swaps.-1.amountOutBaseUnits': kept('swap.amountOutBaseUnits'),
      },
    },
  ],
})
