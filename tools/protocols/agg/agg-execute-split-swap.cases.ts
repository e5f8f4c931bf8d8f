import { defineCases } from '../../core/cases.ts'

const TRADE = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '300000000' }

/** Cases of `agg_execute_split_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...TRADE, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...TRADE, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
  ],
  serves: [{ params: TRADE, expect: { 'tokens.length': 2 }, roundTrips: 8 }],
})
