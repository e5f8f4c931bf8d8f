import { at, between, defineCases, kept, own } from '../../core/cases.ts'

const TRADE = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '300000000' }

/** Cases of `agg_compare_quotes`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...TRADE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...TRADE, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...TRADE, tokenIn: 'USDD' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_get_quote',
          params: TRADE,
          keep: 'direct',
        },
      ],
      params: TRADE,
      expect: {
        tokenIn: at('USDC'),
        tokenOut: at('WETH'),
        best: own('quotes.0.protocol'),
        'quotes.0.protocol': 'uniswap-v3',
        'quotes.0.amountOutBaseUnits': kept('direct.amountOutBaseUnits'),
        'quotes.0.worseThanBestBps': 0,
      },
    },
    {
      name: 'a pair of another venue',
      params: { tokenIn: 'WETH', tokenOut: 'USDT', amountInBaseUnits: '1000000000000000000' },
      expect: {
        best: 'uniswap-v2',
        'quotes.length': 1,
        'quotes.0.amountOutBaseUnits': between('2900000000', '3000000000'),
      },
    },
  ],
})
