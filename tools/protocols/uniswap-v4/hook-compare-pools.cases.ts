import { defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }
const AMOUNT = '3000000000'

/** Cases of `hook_compare_pools`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, tokenOut: 'USDC', amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_quote_v4_pool',
          params: { ...PAIR, feeTier: 3000, amountBaseUnits: AMOUNT },
          keep: 'plain',
        },
        {
          tool: 'uniswap_quote_v4_pool',
          params: {
            ...PAIR,
            feeTier: 3000,
            hooks: '0xFEE7a40000000000000000000000000000000547',
            amountBaseUnits: AMOUNT,
          },
          keep: 'hooked',
        },
      ],
      params: { ...PAIR, amountInBaseUnits: AMOUNT },
      expect: {
        totalFound: 2,
        'pools.0.hasHook': false,
        'pools.0.permissions': [],
        'pools.0.amountOutBaseUnits': kept('plain.amountOutBaseUnits'),
        'pools.1.hasHook': true,
        'pools.1.amountOutBaseUnits': kept('hooked.amountOutBaseUnits'),
      },
    },
    {
      name: 'more than any pool of the pair holds',
      params: { ...PAIR, amountInBaseUnits: `9${'0'.repeat(40)}` },
      expect: { 'pools.length': 2, 'pools.0.amountOutBaseUnits': null, 'pools.1.priceImpactBps': null },
    },
    {
      name: 'a pair without pools',
      params: { tokenIn: 'DAI', tokenOut: 'WETH', amountInBaseUnits: '1' },
      expect: { totalFound: 0, 'pools.length': 0 },
    },
  ],
})
