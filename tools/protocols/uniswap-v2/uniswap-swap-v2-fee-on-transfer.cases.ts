import { defineCases, kept } from '../../core/cases.ts'

const PAIR = { tokenIn: 'WETH', tokenOut: 'USDT' }

/** Cases of `uniswap_swap_v2_fee_on_transfer`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, amountInBaseUnits: '1', transferFeeInBps: 10_001 }, code: 'INVALID_PARAMS' },
    // A token that keeps everything brings nothing.
    {
      params: { ...PAIR, amountInBaseUnits: '1000000000000000000', transferFeeOutBps: 10_000 },
      code: 'QUOTE_FAILED',
    },
  ],
  serves: [
    {
      name: 'of a token that takes none, what another swap brings',
      before: [
        {
          tool: 'uniswap_quote_v2_path',
          params: { tokens: ['WETH', 'USDT'], amountBaseUnits: '1000000000000000000' },
          keep: 'quote',
        },
      ],
      params: { ...PAIR, amountInBaseUnits: '1000000000000000000' },
      roundTrips: 1,
      expect: { amountOutBaseUnits: kept('quote.amountOutBaseUnits') },
    },
  ],
})
