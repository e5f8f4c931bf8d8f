import { at, defineCases, onChain } from '../../core/cases.ts'

const PAIR = { tokenIn: 'WETH', tokenOut: 'USDT' }
const QUOTE = 'function getAmountsOut(uint256, address[]) view returns (uint256[])'

/** Cases of `uniswap_swap_v2_exact_input`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, tokenOut: 'ETH', amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { ...PAIR, tokenOut: 'USDX', amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...PAIR, tokenOut: 'USDC', amountInBaseUnits: '1' }, code: 'PAIR_NOT_FOUND' },
    // Less than a base unit of what it would bring.
    { params: { ...PAIR, amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: PAIR, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'as the router itself quotes it before',
      before: [
        {
          tool: 'uniswap_quote_v2_path',
          params: { tokens: ['WETH', 'USDT'], amountBaseUnits: '1000000000000000000' },
          keep: 'quote',
          expect: {
            amountOutBaseUnits: onChain(
              at('uniswap-v2.router'),
              QUOTE,
              ['1000000000000000000', [at('WETH'), at('USDT')]],
              1,
            ),
          },
        },
      ],
      params: { ...PAIR, amountInBaseUnits: '1000000000000000000' },
      roundTrips: 1,
      plan: { 'calls.length': 2, 'expectation.toleranceBps': 50 },
      expect: {
        amountInBaseUnits: '1000000000000000000',
        amountOutBaseUnits: { $kept: 'quote.amountOutBaseUnits' },
      },
    },
    {
      name: 'native coin, with a least amount',
      params: {
        tokenIn: 'ETH',
        tokenOut: 'USDT',
        amountInBaseUnits: '1000000000000000000',
        amountOutMinimumBaseUnits: '2900000000',
      },
    },
  ],
})
