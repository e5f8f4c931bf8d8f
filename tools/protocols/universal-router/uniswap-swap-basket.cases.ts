import { at, between, defineCases } from '../../core/cases.ts'

const of = (token: string, amountInBaseUnits: string) => ({ token, amountInBaseUnits })

/** Cases of `uniswap_swap_basket`. */
export const CASES = defineCases({
  refuses: [
    { params: { sold: [of('WETH', '0'), of('USDC', '1000000')], tokenOut: 'DAI' }, code: 'ZERO_AMOUNT' },
    { params: { sold: [of('WETH', '1'), of('ETH', '1')], tokenOut: 'DAI' }, code: 'SAME_TOKEN' },
    { params: { sold: [of('WETH', '1'), of('DAI', '1')], tokenOut: 'DAI' }, code: 'SAME_TOKEN' },
    { params: { sold: [of('WETH', '1'), of('NOSUCH', '1')], tokenOut: 'DAI' }, code: 'UNKNOWN_TOKEN' },
    { params: { sold: [of('WETH', '1'), of('USDC', '1')], tokenOut: 'USDT' }, code: 'NO_ROUTE' },
    { params: { sold: [of('WETH', '1')], tokenOut: 'USDT' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one goes over a pool of its own, though the other would be paid more there',
      params: { sold: [of('USDC', '1000000000'), of('WETH', '500000000000000000')], tokenOut: 'DAI' },
      roundTrips: 3,
      plan: { 'calls.length': 9 },
      expect: {
        'tokens.length': 3,
        'tokens.0.token': at('DAI'),
        // WETH pays 0.3 %, though over USDC it would pay less.
        'tokens.0.deltaBaseUnits': between('2470000000000000000000', '2497000000000000000000'),
      },
    },
  ],
})
