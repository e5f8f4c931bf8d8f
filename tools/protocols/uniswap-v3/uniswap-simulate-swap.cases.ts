import { defineCases, kept } from '../../core/cases.ts'

const SWAP = { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '3000000000' }

/** Cases of `uniswap_simulate_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SWAP, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SWAP, tokenOut: 'USDC' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      before: [{ tool: 'uniswap_get_quote', params: SWAP, keep: 'quote' }],
      params: {
        ...SWAP,
        feeTier: kept('quote.feeTier'),
        quotedAmountOutBaseUnits: kept('quote.amountOutBaseUnits'),
      },
      expect: {
        success: true,
        slippageBps: 0,
        amountInDeltaBaseUnits: '-3000000000',
        amountOutDeltaBaseUnits: kept('quote.amountOutBaseUnits'),
      },
    },
    {
      name: 'one that reverts says why',
      params: {
        ...SWAP,
        amountInBaseUnits: '1000000',
        feeTier: 500,
        quotedAmountOutBaseUnits: '1000000000000000000',
      },
      expect: { success: false, revertReason: 'Too little received', slippageBps: null },
    },
    {
      name: 'a shortfall of any part of a basis point is told as one',
      params: {
        ...SWAP,
        amountInBaseUnits: '1000000',
        feeTier: 500,
        quotedAmountOutBaseUnits: '1000000000000000000',
        amountOutMinimumBaseUnits: '1',
      },
      expect: { success: true, slippageBps: 9997 },
    },
  ],
})
