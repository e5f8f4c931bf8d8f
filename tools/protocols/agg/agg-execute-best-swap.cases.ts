import { at, defineCases } from '../../core/cases.ts'

const TRADE = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '300000000' }

/** Cases of `agg_execute_best_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...TRADE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...TRADE, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      name: 'on the venue that has the pair',
      params: { tokenIn: 'WETH', tokenOut: 'USDT', amountInBaseUnits: '1000000000000000000' },
      plan: { 'calls.0.to': at('WETH'), 'filled.length': 1 },
      expect: { 'tokens.length': 2 },
    },
    { params: TRADE, plan: { 'filled.length': 1, 'filled.0': 'swap' }, expect: { 'tokens.length': 2 } },
  ],
})
