import { at, between, defineCases } from '../../core/cases.ts'

const BUY = { tokenIn: 'USDC', tokenOut: 'ETH', amountInBaseUnits: '3000000000' }

/** Cases of `uniswap_swap_native_eth`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...BUY, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...BUY, tokenOut: 'WETH' }, code: 'INVALID_PARAMS' },
    { params: { ...BUY, tokenIn: 'WETH' }, code: 'SAME_TOKEN' },
    { params: { ...BUY, tokenIn: 'NOSUCH' }, code: 'UNKNOWN_TOKEN' },
    { params: { tokenIn: 'ETH', tokenOut: 'USDT', amountInBaseUnits: '1' }, code: 'NO_ROUTE' },
  ],
  serves: [
    {
      name: 'native coins are bought',
      params: BUY,
      roundTrips: 3,
      plan: { 'calls.length': 5, 'calls.2.valueWei': '0' },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-3000000000',
        'tokens.1.deltaBaseUnits': between('995000000000000000', '1000000000000000000'),
      },
    },
    {
      name: 'native coins are sold, and no allowance is needed',
      before: [
        {
          tool: 'weth_unwrap_eth',
          params: { amountBaseUnits: '2000000000000000000' },
        },
      ],
      params: { tokenIn: 'ETH', tokenOut: 'USDC', amountInBaseUnits: '1000000000000000000' },
      plan: { 'calls.length': 1, 'calls.0.valueWei': '1000000000000000000' },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': between('2990000000', '3000000000'),
        'tokens.1.deltaBaseUnits': '-1000000000000000000',
      },
    },
  ],
})
