import { at, between, defineCases } from '../../core/cases.ts'

const SELL = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '3000000000' }

/** Cases of `uniswap_swap_split_route`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SELL, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SELL, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...SELL, tokenOut: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...SELL, amountInBaseUnits: '1' }, code: 'NO_ROUTE' },
  ],
  serves: [
    {
      name: 'a token for another',
      params: SELL,
      roundTrips: 4,
      plan: { 'calls.length': 5 },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('WETH'),
        'tokens.0.deltaBaseUnits': between('995000000000000000', '1000000000000000000'),
        'tokens.1.token': at('USDC'),
        'tokens.1.deltaBaseUnits': '-3000000000',
      },
    },
    {
      name: 'in a pair of V2',
      params: { tokenIn: 'WBTC', tokenOut: 'USDT', amountInBaseUnits: '10000000' },
      expect: { 'tokens.length': 2 },
    },
  ],
})
